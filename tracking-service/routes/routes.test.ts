import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { relatedMany, relatedOne } from "@/lib/contract/json-api";
import { everyPage } from "@/tracking-service/testing/every-page";
import { startTestService, type TestService } from "@/tracking-service/testing/running-service";

let service: TestService;
let stranger: { key: string; accountId: string };
let containerId: string;
let shipmentId: string;

const NOWHERE = "00000000-0000-4000-8000-000000000000";

beforeAll(async () => {
  service = await startTestService();
  stranger = await service.stranger();
  containerId = (await service.call("/containers?page[size]=1")).items[0]?.id ?? "";
  shipmentId = (await service.call("/shipments?page[size]=1")).items[0]?.id ?? "";
});
afterAll(() => service.end());

const party = (company_name: unknown) => ({ data: { type: "party", attributes: { company_name } } });

function role(partyId: string, name = "pickup_dray_carrier") {
  return {
    data: {
      type: "party_role",
      attributes: { role: name },
      relationships: { party: { data: { type: "party", id: partyId } } },
    },
  };
}

describe("access (interface.md, Authentication)", () => {
  it.each([
    ["no key", { Authorization: "" }],
    ["Bearer", { Authorization: "Bearer abc" }],
    ["quotes", { Authorization: 'Token "abc"' }],
    ["a key nobody has", { Authorization: "Token abcdefghijklmnopqrstuvwxyz012345" }],
  ])("rejects %s with 401", async (_, headers) => {
    const response = await service.call("/containers", { headers });
    expect(response.status).toBe(401);
    expect(response.error).toMatchObject({
      status: "401",
      detail: expect.stringContaining("could not be verified"),
    });
  });

  it("rejects a truncated key", async () => {
    expect((await service.call("/parties", { key: service.key.slice(0, -1) })).status).toBe(401);
  });

  it("stores only the hash of the key", async () => {
    const { rows } = await service.store.pool.query("select * from api_keys");
    expect(JSON.stringify(rows)).not.toContain(service.key);
  });

  it("shows no records to another account, on any path", async () => {
    const { key } = stranger;
    for (const list of ["/containers", "/shipments", "/tracking_requests", "/parties", "/webhooks"]) {
      expect((await service.call(list, { key })).document.meta, list).toMatchObject({ size: 0, total: 0 });
    }
    for (const path of [
      `/containers/${containerId}`,
      `/containers/${containerId}/transport_events`,
      `/containers/${containerId}/party_roles`,
      `/shipments/${shipmentId}`,
    ]) {
      expect((await service.call(path, { key })).status, path).toBe(404);
    }
  });
});

describe("addresses, methods and bodies", () => {
  it.each([
    "/nowhere",
    "/containers/not-a-uuid",
    `/containers/${NOWHERE}`,
    `/shipments/${NOWHERE}`,
    "/ports/USXXX",
  ])("responds to %s with 404", async (path) => {
    const response = await service.call(path);
    expect(response.status).toBe(404);
    expect(response.error.status).toBe("404");
  });

  it("responds to another method with 405 and Allow", async () => {
    const response = await service.call("/containers", { method: "PUT" });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, HEAD, PATCH");
    expect((await service.call("/parties", { method: "DELETE" })).headers.get("allow")).toBe(
      "GET, HEAD, POST",
    );
  });

  it.each(["text/plain", "multipart/form-data", ""])("responds to media type '%s' with 415", async (type) => {
    const response = await service.call("/parties", { text: "{}", headers: { "Content-Type": type } });
    expect(response.status).toBe(415);
  });

  it("accepts application/json too", async () => {
    const headers = { "Content-Type": "application/json; charset=utf-8" };
    expect((await service.call("/parties", { body: party("Json Drayage"), headers })).status).toBe(201);
  });

  it.each(["{", "", "\u0000", '{"data":'])("responds to malformed JSON %j with 400", async (text) => {
    const response = await service.call("/parties", { method: "POST", text });
    expect(response.status).toBe(400);
    expect(response.error.title).toBe("Malformed JSON");
  });

  it("responds to a body of more than 1 MB with 413", async () => {
    expect((await service.call("/parties", { body: party("x".repeat(1_100_000)) })).status).toBe(413);
  });

  it.each<[unknown, number, string]>([
    [null, 400, ""],
    [[], 400, ""],
    [{}, 400, "/data"],
    [{ data: [] }, 400, "/data"],
    [{ data: { type: "party" } }, 400, "/data/attributes"],
    [{ data: { type: "shipment", attributes: { company_name: "A" } } }, 400, "/data/type"],
    [party(17), 400, "/data/attributes/company_name"],
    [party(undefined), 422, "/data/attributes/company_name"],
    [party(null), 422, "/data/attributes/company_name"],
    [party("  "), 422, "/data/attributes/company_name"],
    [party("x".repeat(300)), 422, "/data/attributes/company_name"],
    [party("a\u0000b"), 400, "/data/attributes/company_name"],
    [party("half a pair \ud800"), 400, "/data/attributes/company_name"],
  ])("rejects body %j with %i at %s", async (body, status, pointer) => {
    const before = (await service.call("/parties")).document.meta?.total;
    const response = await service.call("/parties", { body });
    expect(response.status).toBe(status);
    expect(response.error.source?.pointer).toBe(pointer);
    expect(response.headers.get("content-type")).toBe("application/vnd.api+json");
    expect((await service.call("/parties")).document.meta?.total).toBe(before);
  });

  it("rejects an excessively nested body with 400", async () => {
    const text = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    expect((await service.call("/parties", { text })).status).toBe(400);
  });

  it("rejects a NUL character in a parameter", async () => {
    const response = await service.call("/containers?filter[number]=a%00b");
    expect(response.status).toBe(400);
    expect(response.error.source?.parameter).toBe("filter[number]");
  });
});

describe("pages", () => {
  it.each(["page[number]=0", "page[number]=-1", "page[number]=x", "page[size]=0", "page[size]=1.5"])(
    "rejects %s with 400",
    async (query) => {
      const response = await service.call(`/containers?${query}`);
      expect(response.status).toBe(400);
      expect(response.error.source?.parameter).toBe(query.split("=")[0]);
    },
  );

  it("list all containers once, most recently refreshed first", async () => {
    const ids: string[] = [];
    for (let number = 1; number <= 4; number += 1) {
      const { items, document } = await service.call(`/containers?page[size]=17&page[number]=${number}`);
      ids.push(...items.map(({ id }) => id));
      expect(document.meta).toEqual({ size: items.length, total: 60 });
      expect(document.links?.next).toBe(
        number < 4 ? `${service.url}/containers?page[size]=17&page[number]=${number + 1}` : undefined,
      );
      expect(document.links?.prev === undefined).toBe(number === 1);
      expect(document.links?.last).toBe(
        number < 4 ? `${service.url}/containers?page[size]=17&page[number]=4` : undefined,
      );
    }
    expect(new Set(ids).size).toBe(60);
  });

  it("have 30 records by default, 25 for parties", async () => {
    expect((await service.call("/containers")).items).toHaveLength(30);
    expect((await service.call("/parties")).document.links?.current).toContain("page[size]=25");
  });

  it("list shipments and requests newest first", async () => {
    for (const path of ["/shipments", "/tracking_requests"]) {
      const created = (await everyPage(service.call, path)).items.map(({ attributes }) =>
        String(attributes?.created_at),
      );
      expect(created).toEqual([...created].sort().reverse());
    }
  });
});

describe("include", () => {
  it.each([
    "nothing",
    "shipment.nothing",
    "toString",
    "shipment.containers.shipment.containers.shipment.containers",
  ])("rejects %s with 400", async (include) => {
    const response = await service.call(`/containers?include=${include}`);
    expect(response.status).toBe(400);
    expect(response.error.source?.parameter).toBe("include");
  });

  it("returns every documented relationship of a container, each record once", async () => {
    const response = await service.call(
      "/containers?page[size]=60&include=shipment,pod_terminal,pickup_facility,transport_events,transport_events.location",
    );
    const keys = response.included.map(({ type, id }) => `${type}/${id}`);
    expect(new Set(keys).size).toBe(keys.length);
    for (const container of response.items) {
      const terminal = relatedOne(container, "pod_terminal");
      const shipment = relatedOne(container, "shipment");
      for (const link of [terminal, shipment, ...relatedMany(container, "transport_events")]) {
        if (link) expect(keys).toContain(`${link.type}/${link.id}`);
      }
    }
    expect(new Set(response.included.map(({ type }) => type))).toEqual(
      new Set(["shipment", "terminal", "transport_event", "port", "metro_area"]),
    );
  });

  it("returns every documented relationship of a shipment", async () => {
    const paths = "containers,port_of_lading,port_of_discharge,pod_terminal,destination,destination_terminal";
    const response = await service.call(`/shipments?page[size]=100&include=${paths}`);
    expect(new Set(response.included.map(({ type }) => type))).toEqual(
      new Set(["container", "port", "terminal", "metro_area"]),
    );
    const item = await service.call(`/shipments/${shipmentId}?include=containers`);
    expect(item.included.map(({ id }) => id).sort()).toEqual(
      relatedMany(item.item, "containers")
        .map(({ id }) => id)
        .sort(),
    );
  });

  it("lists a container's milestones, newest first, with place, vessel and terminal", async () => {
    const response = await service.call(
      `/containers/${containerId}/transport_events?include=location,vessel,terminal`,
    );
    const events = response.items.map(({ attributes }) => attributes);
    expect(events.length).toBeGreaterThan(3);
    const times = events.map((attributes) => String(attributes?.created_at));
    expect(times).toEqual([...times].sort().reverse());
    expect(response.included.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["port", "vessel", "terminal"]),
    );
  });
});

describe("filters", () => {
  it("find containers by number in any spelling", async () => {
    const number = String((await service.call(`/containers/${containerId}`)).item.attributes?.number);
    const written = `${number.slice(0, 4).toLowerCase()} ${number.slice(4, 10)}-${number.slice(10)}`;
    const found = await service.call(
      `/containers?filter[number]=${encodeURIComponent(written)}&include=shipment`,
    );
    expect(found.items.map(({ id }) => id)).toContain(containerId);
    expect((await service.call("/containers?filter[number]=NOPE")).items).toEqual([]);
  });

  it("find shipments by the requested number, never by container number", async () => {
    const { attributes } = (await service.call(`/shipments/${shipmentId}`)).item;
    const found = await service.call(`/shipments?number=${attributes?.bill_of_lading_number}`);
    expect(found.items.map(({ id }) => id)).toEqual([shipmentId]);
    const number = (await service.call(`/containers/${containerId}`)).item.attributes?.number;
    expect((await service.call(`/shipments?number=${number}`)).items).toEqual([]);
  });

  it("separate stopped from tracked shipments and reject other values", async () => {
    const all = (await service.call("/shipments")).document.meta?.total ?? 0;
    const going = (await service.call("/shipments?filter[tracking_stopped]=false")).document.meta?.total ?? 0;
    const stopped =
      (await service.call("/shipments?filter[tracking_stopped]=true")).document.meta?.total ?? 0;
    expect(going + stopped).toBe(all);
    const response = await service.call("/shipments?filter[tracking_stopped]=perhaps");
    expect(response.status).toBe(422);
    expect(response.error.source?.parameter).toBe("filter[tracking_stopped]");
  });

  it("add party_roles only when flag[parties] is true", async () => {
    const plain = (await service.call("/shipments?page[size]=1")).items[0];
    expect(plain?.relationships).not.toHaveProperty("party_roles");
    const flagged = await service.call(
      "/shipments?page[size]=1&flag[parties]=true&include=party_roles.party",
    );
    expect(flagged.items[0]?.relationships).toHaveProperty("party_roles");
  });
});

describe("parties and party roles (interface.md, POST /containers/{id}/party_roles)", () => {
  let mine: string;
  const roles = () => `/containers/${containerId}/party_roles`;

  beforeAll(async () => {
    for (const { id } of (await service.call(roles())).items) {
      await service.call(`${roles()}/${id}`, { method: "DELETE" });
    }
    const created = await service.call("/parties", { body: party("Canal Street Haulage") });
    expect(created.status).toBe(201);
    mine = created.item.id;
    expect(created.document.links?.self).toBe(`/v2/parties/${mine}`);
  });

  it("rejects an existing party in any letter case", async () => {
    const response = await service.call("/parties", { body: party("canal street haulage") });
    expect(response.status).toBe(422);
    expect(response.error.source?.pointer).toBe("/data/attributes/customer");
  });

  it("attaches, keeps two parties in one role, rejects a duplicate, detaches", async () => {
    const first = await service.call(roles(), { body: role(mine) });
    expect(first.status).toBe(201);
    expect(first.item.attributes).toMatchObject({ role: "pickup_dray_carrier", roleable_id: containerId });
    expect(first.included.map(({ id }) => id)).toEqual([mine]);
    expect(first.document.links?.self).toBe(`/v2${roles()}`);

    const again = await service.call(roles(), { body: role(mine) });
    expect(again.status).toBe(422);
    expect(again.error.detail).toBe("Canal Street Haulage already has this role on this container.");
    expect(again.error.source?.pointer).toBe("/data/relationships/party");

    const other = (await service.call("/parties", { body: party("Second Haulage") })).item.id;
    expect((await service.call(roles(), { body: role(other) })).status).toBe(201);
    const listed = await service.call(roles());
    expect(listed.items).toHaveLength(2);
    expect(listed.included.map(({ type }) => type)).toEqual(["party", "party"]);

    const gone = await service.call(`${roles()}/${first.item.id}`, { method: "DELETE" });
    expect(gone.status).toBe(204);
    expect((await service.call(`${roles()}/${first.item.id}`, { method: "DELETE" })).status).toBe(404);
    expect((await service.call(roles())).items.map(({ id }) => id)).not.toContain(first.item.id);
  });

  it("rejects another role and stores nothing", async () => {
    const response = await service.call(roles(), { body: role(mine, "customs_broker") });
    expect(response.status).toBe(422);
    expect(response.error.source?.pointer).toBe("/data/attributes/role");
  });

  it("responds to an unknown or foreign party with 401", async () => {
    const theirs = (await service.call("/parties", { key: stranger.key, body: party("Their Haulage") })).item
      .id;
    for (const id of [theirs, NOWHERE, "not-a-uuid"]) {
      const response = await service.call(roles(), { body: role(id) });
      expect(response.status).toBe(401);
      expect(response.error.source?.pointer).toBe("/data/relationships/party");
    }
  });

  it("rejects attaching to another account's container", async () => {
    expect((await service.call(roles(), { key: stranger.key, body: role(mine) })).status).toBe(404);
  });

  it("rejects a wrong relationship type with 400", async () => {
    const body = {
      data: {
        type: "party_role",
        attributes: { role: "pickup_dray_carrier" },
        relationships: { party: { data: { type: "container", id: mine } } },
      },
    };
    const response = await service.call(roles(), { body });
    expect(response.status).toBe(400);
    expect(response.error.source?.pointer).toBe("/data/relationships/party/data/type");
  });
});

describe("webhooks", () => {
  const webhook = (url: string, events: unknown = ["container.updated"]) => ({
    data: { type: "webhook", attributes: { url, active: true, events } },
  });

  it("are registered and show their secret, also later", async () => {
    const created = await service.call("/webhooks", { body: webhook("https://dashboard.example/hook") });
    expect(created.status).toBe(201);
    expect(created.item.attributes?.secret).toMatch(/^[0-9a-f]{48}$/);
    const read = await service.call(`/webhooks/${created.item.id}`);
    expect(read.item.attributes).toEqual(created.item.attributes);
    expect((await service.call("/webhooks")).items.map(({ id }) => id)).toContain(created.item.id);
  });

  it.each([
    "",
    "ftp://dashboard.example",
    "http://dashboard.example/hook",
    "https://me:word@dashboard.example",
    "dashboard",
  ])("are rejected with the address '%s' with 422", async (url) => {
    const response = await service.call("/webhooks", { body: webhook(url) });
    expect(response.status).toBe(422);
    expect(response.error.source?.pointer).toBe("/data/attributes/url");
  });

  it.each<[unknown, number, string]>([
    [[], 422, "/data/attributes/events"],
    [["container.sunk"], 422, "/data/attributes/events/0"],
    ["container.updated", 400, "/data/attributes/events"],
  ])("are rejected with the events %j with %i", async (events, status, pointer) => {
    const body = {
      data: { type: "webhook", attributes: { url: "https://dashboard.example", active: true, events } },
    };
    const response = await service.call("/webhooks", { body });
    expect(response.status).toBe(status);
    expect(response.error.source?.pointer).toBe(pointer);
  });
});
