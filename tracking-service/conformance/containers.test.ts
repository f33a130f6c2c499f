import { beforeAll, describe, expect, it } from "vitest";
import { type JsonApiRecord, relatedOne } from "@/lib/contract/json-api";
import { call, itHere, itOurs, showing, target } from "./target";

const NOWHERE = "00000000-0000-4000-8000-000000000000";
const SECOND_ACCOUNT = "it takes a second account";

let containers: JsonApiRecord[];
let first: JsonApiRecord;

beforeAll(async () => {
  containers = (await call("/containers?page[size]=100")).items;
  const [one] = containers;
  if (!one) throw new Error("the account has no container to test with");
  first = one;
});

const numberOf = (container: JsonApiRecord) => String(container.attributes?.number);
const met = (statuses: string[]) =>
  containers.find(({ attributes }) => statuses.includes(String(attributes?.current_status))) ?? first;

describe("interface.md, GET /containers", () => {
  it("filter[number] finds a container by its number, include=shipment its shipment", async () => {
    const answer = await call(`/containers?filter[number]=${numberOf(first)}&include=shipment`);
    expect(answer.items.length).toBeGreaterThan(0);
    for (const container of answer.items) expect(numberOf(container)).toBe(numberOf(first));
    expect(answer.included.map(({ id }) => id)).toContain(relatedOne(first, "shipment")?.id);
  });

  it("filter[number] finds nothing for another number", async () => {
    const answer = await call("/containers?filter[number]=ZZZU0000000");
    expect(answer.status).toBe(200);
    expect(answer.items).toEqual([]);
    expect(answer.document.meta).toMatchObject({ size: 0, total: 0 });
  });

  it("include=shipment and other relationships", async () => {
    const answer = await call("/containers?page[size]=3&include=shipment,pod_terminal");
    const named = answer.items.map((container) => relatedOne(container, "shipment")?.id);
    expect(answer.included.map(({ id }) => id)).toEqual(expect.arrayContaining(named));
  });

  it("30 to a page, and page[...] as asked", async () => {
    expect((await call("/containers")).items.length).toBe(Math.min(30, containers.length));
    const answer = await call("/containers?page[size]=2&page[number]=2");
    expect(answer.items.length).toBeLessThanOrEqual(2);
    expect(answer.document.links).toMatchObject({ prev: expect.any(String), first: expect.any(String) });
  });

  it.each(["page[size]=0", "page[size]=1001", "page[size]=x", "page[number]=-1", "page[number]=0"])(
    "refuses %s with 400",
    async (query) => {
      const answer = await call(`/containers?${query}`);
      expect(answer.status).toBe(400);
      expect(answer.error.source?.parameter).toBe(query.split("=")[0]);
    },
  );
});

describe("supplement.md, GET /containers", () => {
  it("page[number]", async () => {
    const answer = await call("/containers?page[size]=2&page[number]=2");
    const page = new URL(answer.document.links?.current ?? "", "https://host").searchParams;
    expect([page.get("page[number]"), page.get("page[size]")]).toEqual(["2", "2"]);
    expect(answer.items.length).toBeLessThanOrEqual(2);
  });

  it("page[size], from 1 to 1,000", async () => {
    expect((await call("/containers?page[size]=3")).items).toHaveLength(Math.min(3, containers.length));
  });

  itOurs("most recently refreshed first", "it refreshes containers", async () => {
    const container = containers.at(-1) ?? first;
    await call(`/containers/${container.id}/refresh`, { method: "PATCH" });
    const [top] = (await call("/containers?page[size]=5")).items.filter(({ id }) => id === container.id);
    expect(top?.id).toBe(container.id);
  });

  it("include: each record once", async () => {
    const answer = await call("/containers?page[size]=20&include=shipment,pod_terminal,pickup_facility");
    const keys = answer.included.map(({ type, id }) => `${type}/${id}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(answer.included.map(({ type }) => type))).toContain("shipment");
  });

  it.each(["nothing", "shipment.nothing", "shipment,nothing", "number"])(
    "400 for include=%s",
    async (include) => {
      const answer = await call(`/containers?include=${include}`);
      expect(answer.status).toBe(400);
      expect(answer.error.source?.parameter).toBe("include");
    },
  );
});

describe("supplement.md, GET /containers/{id}", () => {
  it.each(["shipment", "pod_terminal", "pickup_facility", "transport_events", "raw_events"])(
    "include=%s",
    async (name) => {
      const answer = await call(`/containers/${met(["picked_up", "available"]).id}?include=${name}`);
      expect(answer.status).toBe(200);
      const related = answer.item.relationships?.[name]?.data ?? [];
      const keys = [related].flat().flatMap((link) => (link ? [link.id] : []));
      expect(answer.included.map(({ id }) => id).sort()).toEqual([...new Set(keys)].sort());
    },
  );

  it("nested with dots: shipment.port_of_lading, transport_events.location", async () => {
    const answer = await call(
      `/containers/${met(["picked_up"]).id}?include=shipment.port_of_lading,transport_events.location`,
    );
    const types = new Set(answer.included.map(({ type }) => type));
    for (const type of ["shipment", "port", "transport_event"]) expect(types).toContain(type);
  });

  it("links.self is the address that was asked", async () => {
    const answer = await call(`/containers/${first.id}?include=shipment`);
    expect(answer.document.links?.self).toMatch(new RegExp(`/v2/containers/${first.id}\\?include=shipment$`));
  });

  it.each([NOWHERE, "no-uuid"])("404 for %s", async (id) => {
    expect((await call(`/containers/${id}`)).status).toBe(404);
  });

  itHere("404 for another account's", SECOND_ACCOUNT, async () => {
    const key = target.strangerKey ?? "";
    expect((await call(`/containers/${first.id}`, { key })).status).toBe(404);
    expect((await call("/containers", { key })).items).toEqual([]);
  });
});

describe("supplement.md, PATCH /containers", () => {
  const edit = (data: object, key?: string) =>
    call("/containers", { method: "PATCH", body: { data }, ...(key ? { key } : {}) });
  const container = (attributes: object) => ({ type: "container", id: first.id, attributes });

  it("ref_numbers of the container that data.id names", async () => {
    const before = first.attributes?.ref_numbers;
    const answer = await edit(container({ ref_numbers: ["CONF-1", "CONF-2"] }));
    expect(answer.status).toBe(200);
    expect(answer.item.attributes?.ref_numbers).toEqual(["CONF-1", "CONF-2"]);
    expect((await call(`/containers/${first.id}`)).item.attributes?.ref_numbers).toEqual([
      "CONF-1",
      "CONF-2",
    ]);
    const back = await edit(container({ ref_numbers: before }));
    expect(back.item.attributes?.ref_numbers).toEqual(before);
  });

  it.each<[string, object, number, string]>([
    ["no id", { type: "container", attributes: { ref_numbers: [] } }, 400, "/data/id"],
    ["the wrong type", { type: "shipment", id: NOWHERE, attributes: { ref_numbers: [] } }, 400, "/data/type"],
    ["no attributes", { type: "container", id: NOWHERE }, 400, "/data/attributes"],
    ["no list", { type: "container", id: NOWHERE, attributes: {} }, 422, "/data/attributes/ref_numbers"],
    [
      "text",
      { type: "container", id: NOWHERE, attributes: { ref_numbers: "x" } },
      400,
      "/data/attributes/ref_numbers",
    ],
  ])("refuses %s", async (_, data, status, pointer) => {
    const answer = await edit(data);
    expect(answer.status).toBe(status);
    expect(answer.error.source?.pointer).toBe(pointer);
  });

  it.each([NOWHERE, "no-uuid"])("404 for %s", async (id) => {
    expect((await edit({ ...container({ ref_numbers: [] }), id })).status).toBe(404);
  });

  itHere("404 for another account's", SECOND_ACCOUNT, async () => {
    const answer = await edit(container({ ref_numbers: ["theirs"] }), target.strangerKey ?? "");
    expect(answer.status).toBe(404);
  });
});

describe("interface.md, PATCH /containers/{id}/refresh", () => {
  const why = "it costs the account's allowance and asks real sources";

  itOurs(
    showing(
      "forces an immediate pull from all sources",
      "supplement.md, PATCH /containers/{id}/refresh: 200 with a message",
    ),
    why,
    async () => {
      const container = met(["available", "not_available"]);
      const answer = await call(`/containers/${container.id}/refresh`, { method: "PATCH" });
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({ message: expect.stringMatching(/^Started refresh for /) });
      const after = (await call(`/containers/${container.id}`)).item;
      for (const name of ["terminal_checked_at", "shipment_last_tracking_request_at"]) {
        expect(String(after.attributes?.[name]) >= String(container.attributes?.[name])).toBe(true);
      }
    },
  );

  it.each([NOWHERE, "no-uuid"])("404 for %s", async (id) => {
    expect([403, 404]).toContain((await call(`/containers/${id}/refresh`, { method: "PATCH" })).status);
  });

  itHere("404 for another account's", SECOND_ACCOUNT, async () => {
    const key = target.strangerKey ?? "";
    expect((await call(`/containers/${first.id}/refresh`, { method: "PATCH", key })).status).toBe(404);
  });

  it("405 for another method", async () => {
    expect((await call(`/containers/${first.id}/refresh`, { method: "POST", body: {} })).status).toBe(405);
  });
});

describe("supplement.md, GET /containers/{id}/transport_events; interface.md, Other endpoints: transport events of a container", () => {
  it("supplement.md, GET /containers/{id}/transport_events: past, vetted milestones", async () => {
    const { id } = met(["picked_up", "empty_returned", "available"]);
    const answer = await call(`/containers/${id}/transport_events?include=location,vessel,terminal`);
    expect(answer.items.length).toBeGreaterThan(0);
    const types = new Set(answer.included.map(({ type }) => type));
    expect(types).toContain("port");
    expect(types).toContain("vessel");
    for (const event of answer.items)
      expect(Date.parse(String(event.attributes?.timestamp))).toBeLessThan(Date.now() + 60_000);
  });

  it.each(["location", "vessel", "terminal"])(
    "supplement.md, GET /containers/{id}/transport_events: include=%s",
    async (name) => {
      const { id } = met(["picked_up", "empty_returned", "available"]);
      const answer = await call(`/containers/${id}/transport_events?include=${name}`);
      const linked = answer.items.flatMap((event) => relatedOne(event, name)?.id ?? []);
      expect(answer.included.map((record) => record.id).sort()).toEqual([...new Set(linked)].sort());
      expect(linked.length).toBeGreaterThan(0);
    },
  );

  it("include shipment and container", async () => {
    const { id } = met(["picked_up"]);
    const answer = await call(`/containers/${id}/transport_events?include=shipment,container`);
    expect(new Set(answer.included.map(({ type }) => type))).toEqual(new Set(["shipment", "container"]));
  });

  it.each([NOWHERE, "no-uuid"])("404 for %s", async (id) => {
    expect((await call(`/containers/${id}/transport_events`)).status).toBe(404);
  });

  it("400 for an unknown relationship", async () => {
    expect((await call(`/containers/${first.id}/transport_events?include=party`)).status).toBe(400);
  });
});

describe("supplement.md, GET /containers/{id}/raw_events", () => {
  it("past and estimated, the carrier's own, in its order", async () => {
    const answer = await call(`/containers/${met(["on_ship"]).id}/raw_events`);
    expect(answer.status).toBe(200);
    expect(answer.items.length).toBeGreaterThan(0);
    const places = answer.items.map(({ attributes }) => Number(attributes?.index));
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it.each([NOWHERE, "no-uuid"])("404 for %s", async (id) => {
    expect((await call(`/containers/${id}/raw_events`)).status).toBe(404);
  });
});
