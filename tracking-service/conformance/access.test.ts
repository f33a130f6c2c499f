import { describe, expect, it } from "vitest";
import { call, itHere, target } from "./target";

const CONTAINERS = "/containers?page[size]=1";
const SECOND_ACCOUNT = "needs a second account of a known plan";
const LIMITED = "would use up the account's limits";

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

describe("interface.md, Authentication: Authorization: Token <API_KEY>", () => {
  it("the raw key is let in", async () => {
    expect((await call(CONTAINERS)).status).toBe(200);
  });

  it.each([
    ["missing", () => ""],
    ["empty", () => "Token "],
    ["with the prefix Bearer", (key: string) => `Bearer ${key}`],
    ["without a prefix", (key: string) => key],
    ["in quotes", (key: string) => `Token "${key}"`],
    ["with more whitespace before it", (key: string) => `Token  ${key}`],
    ["with whitespace in it", (key: string) => `Token ${key.slice(0, 8)} ${key.slice(8)}`],
    ["truncated at its end", (key: string) => `Token ${key.slice(0, -1)}`],
    ["truncated at its beginning", (key: string) => `Token ${key.slice(1)}`],
    ["longer", (key: string) => `Token ${key}x`],
    [
      "in another case",
      (key: string) =>
        `Token ${key.replace(/[a-zA-Z]/, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))}`,
    ],
    ["as a parameter of the scheme", (key: string) => `Token token=${key}`],
  ])("a key that is %s is 401 and could not be verified", async (_, header) => {
    const answer = await call(CONTAINERS, { headers: { Authorization: header(target.key) } });
    expect(answer.status).toBe(401);
    expect(answer.error).toMatchObject({
      status: "401",
      detail: expect.stringMatching(/could not be verified/),
    });
    expect(answer.text).not.toContain(target.key);
  });

  it("a key in the query opens nothing", async () => {
    const answer = await call(`${CONTAINERS}&api_key=${target.key}`, { headers: { Authorization: "" } });
    expect(answer.status).toBe(401);
  });

  it("a writing request without a key is 401, and an unknown path too", async () => {
    const headers = { Authorization: "" };
    expect((await call("/tracking_requests", { body: PROBE, headers })).status).toBe(401);
    expect((await call("/nowhere", { headers })).status).toBe(401);
  });
});

describe("interface.md, Authentication: the restricted free account", () => {
  itHere("creates tracking requests", SECOND_ACCOUNT, async () => {
    const answer = await call("/tracking_requests", { key: keyOf(target.freeKey), body: PROBE });
    expect(answer.status).toBe(201);
  });

  itHere("is refused everything else with 401 and the words of it", SECOND_ACCOUNT, async () => {
    const key = keyOf(target.freeKey);
    for (const path of [
      "/containers",
      "/shipments",
      "/tracking_requests",
      "/parties",
      "/webhooks",
      "/nowhere",
    ]) {
      const answer = await call(path, { key });
      expect(answer.status, path).toBe(401);
      expect(answer.error.detail).toMatch(/only for creating tracking requests.* need a paid plan/);
    }
    const party = { data: { type: "party", attributes: { company_name: "Nobody's" } } };
    expect((await call("/parties", { key, body: party })).status).toBe(401);
  });

  itHere("interface.md, Limits: tracks up to ten active containers", SECOND_ACCOUNT, async () => {
    const key = keyOf(target.freeKey);
    const statuses: number[] = [];
    for (let index = 0; index < 12 && !statuses.includes(403); index += 1) {
      statuses.push(
        (await call("/tracking_requests", { key, body: request("TEST-TR-AWAITING-MANIFEST") })).status,
      );
    }
    expect(statuses.at(-1)).toBe(403);
    expect(statuses.length).toBeLessThanOrEqual(11);
  });
});

describe("interface.md, Authentication: the trial", () => {
  itHere("a trial of 7 days reads everything (interface.md, Limits: 7 days)", SECOND_ACCOUNT, async () => {
    for (const list of ["/containers", "/shipments", "/tracking_requests", "/webhooks"]) {
      expect((await call(list, { key: keyOf(target.trialKey) })).status, list).toBe(200);
    }
  });
});

describe("interface.md, Authentication: a feature that is not enabled is 403", () => {
  itHere("supplement.md, 403 titles: container refresh", SECOND_ACCOUNT, async () => {
    const answer = await call("/containers/00000000-0000-4000-8000-000000000000/refresh", {
      key: keyOf(target.plainKey),
      method: "PATCH",
    });
    expect(answer.status).toBe(403);
    expect(answer.error.title).toBe("API access not enabled");
  });

  itHere("supplement.md, 403 titles: Routing Data", SECOND_ACCOUNT, async () => {
    for (const path of ["/containers/00000000-0000-4000-8000-000000000000/map_geojson", "/vessels/9400291"]) {
      const answer = await call(path, { key: keyOf(target.plainKey) });
      expect(answer.status, path).toBe(403);
      expect(answer.error).toMatchObject({
        title: "Forbidden",
        detail: "Routing data feature is not enabled for this account",
      });
    }
  });

  itHere("rail LFD: a webhook for its changes", SECOND_ACCOUNT, async () => {
    const attributes = {
      url: "https://desk.example/hook",
      active: false,
      events: ["container.pickup_lfd_rail.changed"],
    };
    const answer = await call("/webhooks", {
      key: keyOf(target.plainKey),
      body: { data: { type: "webhook", attributes } },
    });
    expect(answer.status).toBe(403);
  });
});

describe("interface.md, Authentication: several accounts", () => {
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
  const limited = () => {
    if (!target.limited) throw new Error("the target has no service with limits");
    return target.limited;
  };

  itHere("100 requests in 60 seconds, then 429 with Retry-After in seconds", LIMITED, async () => {
    const at = limited();
    const answers = await Promise.all(
      Array.from({ length: 104 }, () => call("/parties", { at, limits: true })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(100);
    expect(refused.length).toBeGreaterThanOrEqual(4);
    for (const answer of refused) {
      expect(answer.error).toMatchObject({
        status: "429",
        title: "Too Many Requests",
        detail: expect.any(String),
      });
      expect(answer.headers.get("retry-after")).toMatch(/^[1-9]\d?$/);
      expect(Number(answer.headers.get("retry-after"))).toBeLessThanOrEqual(62);
    }
  });

  itHere("buckets of their own: create 100, infer 200, refresh 10", LIMITED, async () => {
    const at = limited();
    const NOWHERE = "00000000-0000-4000-8000-000000000000";
    const count = async (most: number, act: () => ReturnType<typeof call>) => {
      const answers = await Promise.all(Array.from({ length: most + 3 }, act));
      return answers.filter(({ status }) => status !== 429).length;
    };
    const refresh = () => call(`/containers/${NOWHERE}/refresh`, { at, limits: true, method: "PATCH" });
    const infer = () => call("/tracking_requests/infer_number", { at, limits: true, body: { number: "" } });
    const create = () => call("/tracking_requests", { at, limits: true, body: {} });
    expect(await count(10, refresh)).toBe(10);
    expect(await count(200, infer)).toBe(200);
    expect(await count(100, create)).toBe(100);
  });
});
