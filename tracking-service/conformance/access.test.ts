import { describe, expect, it } from "vitest";
import { call, itHere, showing, target } from "./target";

const CONTAINERS = "/containers?page[size]=1";
const SECOND_ACCOUNT = "needs a second account of a known plan";

const request = (request_number: string) => ({
  data: {
    type: "tracking_request",
    attributes: { request_number, request_type: "bill_of_lading", scac: "TEST" },
  },
});
const PROBE = request("TEST-TR-FAILED");

const keyOf = (key: string | null) => {
  if (key === null) throw new Error("the target has no such key");
  return key;
};

async function expectTenAtMost(key: string): Promise<void> {
  const statuses: number[] = [];
  for (let index = 0; index < 12 && !statuses.includes(403); index += 1) {
    const body = request("TEST-TR-AWAITING-MANIFEST");
    statuses.push((await call("/tracking_requests", { key, body })).status);
  }
  expect(statuses.at(-1)).toBe(403);
  expect(statuses.length).toBeLessThanOrEqual(11);
}

const inOtherCase = (key: string) =>
  key.replace(/[a-zA-Z]/, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );

describe("interface.md, Authentication", () => {
  it("Authorization: Token <API_KEY>: the raw key is let in, again and again", async () => {
    expect((await call(CONTAINERS)).status).toBe(200);
  });

  it.each<[string, (key: string) => string]>([
    ["401 for a missing key", () => ""],
    ["401 for a malformed key: empty", () => "Token "],
    ["Token, not Bearer", (key) => `Bearer ${key}`],
    ["401 for a malformed key: without a prefix", (key) => key],
    ["no quotes", (key) => `Token "${key}"`],
    ["no extra whitespace before it", (key) => `Token  ${key}`],
    ["no extra whitespace in it", (key) => `Token ${key.slice(0, 8)} ${key.slice(8)}`],
    ["401 for a truncated key: at its end", (key) => `Token ${key.slice(0, -1)}`],
    ["401 for a truncated key: at its beginning", (key) => `Token ${key.slice(1)}`],
    ["401 for a malformed key: longer", (key) => `Token ${key}x`],
    ["401 for a malformed key: in another case", (key) => `Token ${inOtherCase(key)}`],
    ["401 for a malformed key: a parameter of the scheme", (key) => `Token token=${key}`],
  ])("%s, and could not be verified", async (_, header) => {
    const response = await call(CONTAINERS, { headers: { Authorization: header(target.key) } });
    expect(response.status).toBe(401);
    expect(response.error).toMatchObject({
      status: "401",
      detail: expect.stringMatching(/could not be verified/),
    });
    expect(response.text).not.toContain(target.key);
  });

  itHere("401 for a revoked key", "no key of it is revoked", async () => {
    const response = await call(CONTAINERS, { key: keyOf(target.revokedKey) });
    expect(response.status).toBe(401);
    expect(response.error.detail).toMatch(/could not be verified/);
  });

  it("a key in the query opens nothing", async () => {
    const response = await call(`${CONTAINERS}&api_key=${target.key}`, { headers: { Authorization: "" } });
    expect(response.status).toBe(401);
  });

  it("a writing request without a key is 401, and an unknown path too", async () => {
    const headers = { Authorization: "" };
    expect((await call("/tracking_requests", { body: PROBE, headers })).status).toBe(401);
    expect((await call("/nowhere", { headers })).status).toBe(401);
  });

  itHere(
    showing(
      "a free account creates tracking requests",
      "interface.md, POST /tracking_requests: is allowed on restricted free accounts",
    ),
    SECOND_ACCOUNT,
    async () => {
      const response = await call("/tracking_requests", { key: keyOf(target.freeKey), body: PROBE });
      expect(response.status).toBe(201);
    },
  );

  itHere(
    showing(
      "a free account is refused everything else with 401",
      "interface.md, Errors: 401 for a restricted free account",
    ),
    SECOND_ACCOUNT,
    async () => {
      const key = keyOf(target.freeKey);
      const lists = ["/containers", "/shipments", "/tracking_requests", "/parties", "/webhooks"];
      for (const path of [...lists, "/nowhere"]) {
        const response = await call(path, { key });
        expect(response.status, path).toBe(401);
        expect(response.error.detail).toMatch(/only for creating tracking requests.* need a paid plan/);
      }
      const party = { data: { type: "party", attributes: { company_name: "Nobody's" } } };
      expect((await call("/parties", { key, body: party })).status).toBe(401);
    },
  );

  itHere(
    showing("a trial reads everything", "interface.md, Limits: trial: 7 days"),
    SECOND_ACCOUNT,
    async () => {
      for (const list of ["/containers", "/shipments", "/tracking_requests", "/webhooks"]) {
        expect((await call(list, { key: keyOf(target.trialKey) })).status, list).toBe(200);
      }
      const { status } = await call("/containers", { key: keyOf(target.endedTrialKey) });
      expect(status).toBe(401);
    },
  );

  it(
    showing("401 for a party of another account", "interface.md, Errors: 401 for a party not in the account"),
    async () => {
      const id = "00000000-0000-4000-8000-000000000000";
      const [container] = (await call(CONTAINERS)).items;
      const response = await call(`/containers/${container?.id}/party_roles`, {
        body: {
          data: {
            type: "party_role",
            attributes: { role: "pickup_dray_carrier" },
            relationships: { party: { data: { type: "party", id } } },
          },
        },
      });
      expect(response.status).toBe(401);
    },
  );

  const NOWHERE = "00000000-0000-4000-8000-000000000000";
  const withoutFeatures = (path: string, method = "GET") =>
    call(path, { key: keyOf(target.plainKey), method });
  const ROUTING = {
    title: "Forbidden",
    detail: "Routing data feature is not enabled for this account",
  };

  itHere(
    showing(
      "403 for container refresh",
      "interface.md, PATCH /containers/{id}/refresh: needs account enablement",
      "supplement.md, Status codes and envelopes: 403: API access not enabled",
      "interface.md, Errors: 403 for a feature that is not enabled",
    ),
    SECOND_ACCOUNT,
    async () => {
      const response = await withoutFeatures(`/containers/${NOWHERE}/refresh`, "PATCH");
      expect([response.status, response.error.title]).toEqual([403, "API access not enabled"]);
    },
  );

  itHere(
    showing(
      "403 for Routing Data: container map",
      "interface.md, GET /containers/{id}/map_geojson: needs the Routing Data entitlement",
      `supplement.md, Status codes and envelopes: 403: Forbidden, ${ROUTING.detail}`,
    ),
    SECOND_ACCOUNT,
    async () => {
      const response = await withoutFeatures(`/containers/${NOWHERE}/map_geojson`);
      expect(response.status).toBe(403);
      expect(response.error).toMatchObject(ROUTING);
    },
  );

  itHere(
    showing("403 for Routing Data: vessel positions", "supplement.md, Vessels need Routing Data"),
    SECOND_ACCOUNT,
    async () => {
      for (const path of [
        "/vessels/9400291",
        `/vessels/${NOWHERE}`,
        `/vessels/${NOWHERE}/future_positions`,
      ]) {
        const response = await withoutFeatures(path);
        expect(response.status, path).toBe(403);
        expect(response.error).toMatchObject(ROUTING);
      }
    },
  );

  itHere("403 for rail LFD: a webhook for its changes", SECOND_ACCOUNT, async () => {
    const events = ["container.pickup_lfd_rail.changed"];
    const attributes = { url: "https://dashboard.example/hook", active: false, events };
    const response = await call("/webhooks", {
      key: keyOf(target.plainKey),
      body: { data: { type: "webhook", attributes } },
    });
    expect(response.status).toBe(403);
  });

  itHere("another account's records are 404, and in none of its lists", SECOND_ACCOUNT, async () => {
    const key = keyOf(target.strangerKey);
    for (const list of ["/containers", "/shipments", "/tracking_requests"]) {
      const [ours] = (await call(`${list}?page[size]=1`)).items;
      expect((await call(`${list}/${ours?.id}`, { key })).status).toBe(404);
      expect((await call(list, { key })).items.map(({ id }) => id)).not.toContain(ours?.id);
    }
  });
});

describe("interface.md, Limits", () => {
  itHere(
    showing(
      "free plan: 10 active containers",
      "interface.md, What the service does: the free plan tracks up to 10 active containers",
    ),
    SECOND_ACCOUNT,
    () => expectTenAtMost(keyOf(target.freeKey)),
  );

  itHere("trial: 10 active containers", SECOND_ACCOUNT, () => expectTenAtMost(keyOf(target.trialKey)));
});
