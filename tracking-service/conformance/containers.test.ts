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
    const response = await call(`/containers?filter[number]=${numberOf(first)}&include=shipment`);
    expect(response.items.length).toBeGreaterThan(0);
    for (const container of response.items) expect(numberOf(container)).toBe(numberOf(first));
    expect(response.included.map(({ id }) => id)).toContain(relatedOne(first, "shipment")?.id);
  });

  it("filter[number] finds nothing for another number", async () => {
    const response = await call("/containers?filter[number]=ZZZU0000000");
    expect(response.status).toBe(200);
    expect(response.items).toEqual([]);
    expect(response.document.meta).toMatchObject({ size: 0, total: 0 });
  });

  it("include=shipment and other relationships", async () => {
    const response = await call("/containers?page[size]=3&include=shipment,pod_terminal");
    const named = response.items.map((container) => relatedOne(container, "shipment")?.id);
    expect(response.included.map(({ id }) => id)).toEqual(expect.arrayContaining(named));
  });

  it("30 to a page, and page[...] as asked", async () => {
    expect((await call("/containers")).items.length).toBe(Math.min(30, containers.length));
    const response = await call("/containers?page[size]=2&page[number]=2");
    expect(response.items.length).toBeLessThanOrEqual(2);
    expect(response.document.links).toMatchObject({ prev: expect.any(String), next: expect.any(String) });
  });

  it.each(["page[size]=0", "page[size]=x", "page[number]=-1", "page[number]=0"])(
    "refuses %s with 400",
    async (query) => {
      const response = await call(`/containers?${query}`);
      expect(response.status).toBe(400);
      expect(response.error.source?.parameter).toBe(query.split("=")[0]);
    },
  );
});

describe("supplement.md, GET /containers", () => {
  it("page[number]", async () => {
    const response = await call("/containers?page[size]=2&page[number]=2");
    const page = new URL(response.document.links?.current ?? "", "https://host").searchParams;
    expect([page.get("page[number]"), page.get("page[size]")]).toEqual(["2", "2"]);
    expect(response.items.length).toBeLessThanOrEqual(2);
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
    const response = await call("/containers?page[size]=20&include=shipment,pod_terminal,pickup_facility");
    const keys = response.included.map(({ type, id }) => `${type}/${id}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(response.included.map(({ type }) => type))).toContain("shipment");
  });

  it.each(["nothing", "shipment.nothing", "shipment,nothing", "number"])(
    "400 for include=%s",
    async (include) => {
      const response = await call(`/containers?include=${include}`);
      expect(response.status).toBe(400);
      expect(response.error.source?.parameter).toBe("include");
    },
  );
});

describe("supplement.md, GET /containers/{id}", () => {
  it.each(["shipment", "pod_terminal", "pickup_facility", "transport_events", "raw_events"])(
    "include=%s",
    async (name) => {
      const response = await call(`/containers/${met(["picked_up", "available"]).id}?include=${name}`);
      expect(response.status).toBe(200);
      const related = response.item.relationships?.[name]?.data ?? [];
      const keys = [related].flat().flatMap((link) => (link ? [link.id] : []));
      expect(response.included.map(({ id }) => id).sort()).toEqual([...new Set(keys)].sort());
    },
  );

  it("nested with dots: shipment.port_of_lading, transport_events.location", async () => {
    const response = await call(
      `/containers/${met(["picked_up"]).id}?include=shipment.port_of_lading,transport_events.location`,
    );
    const types = new Set(response.included.map(({ type }) => type));
    for (const type of ["shipment", "port", "transport_event"]) expect(types).toContain(type);
  });

  it("links.self is the address that was asked", async () => {
    const response = await call(`/containers/${first.id}?include=shipment`);
    expect(response.document.links?.self).toMatch(
      new RegExp(`/v2/containers/${first.id}\\?include=shipment$`),
    );
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
    const response = await edit(container({ ref_numbers: ["CONF-1", "CONF-2"] }));
    expect(response.status).toBe(200);
    expect(response.item.attributes?.ref_numbers).toEqual(["CONF-1", "CONF-2"]);
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
    const response = await edit(data);
    expect(response.status).toBe(status);
    expect(response.error.source?.pointer).toBe(pointer);
  });

  it.each([NOWHERE, "no-uuid"])("404 for %s", async (id) => {
    expect((await edit({ ...container({ ref_numbers: [] }), id })).status).toBe(404);
  });

  itHere("404 for another account's", SECOND_ACCOUNT, async () => {
    const response = await edit(container({ ref_numbers: ["theirs"] }), target.strangerKey ?? "");
    expect(response.status).toBe(404);
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
      const response = await call(`/containers/${container.id}/refresh`, { method: "PATCH" });
      expect(response.status).toBe(200);
      expect(response.json).toEqual({ message: expect.stringMatching(/^Started refresh for /) });
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
    const response = await call(`/containers/${id}/transport_events?include=location,vessel,terminal`);
    expect(response.items.length).toBeGreaterThan(0);
    const types = new Set(response.included.map(({ type }) => type));
    expect(types).toContain("port");
    expect(types).toContain("vessel");
    for (const event of response.items.filter(({ attributes }) => attributes?.value === null))
      expect(Date.parse(String(event.attributes?.timestamp))).toBeLessThan(Date.now() + 60_000);
  });

  it.each(["location", "vessel", "terminal"])(
    "supplement.md, GET /containers/{id}/transport_events: include=%s",
    async (name) => {
      const { id } = met(["picked_up", "empty_returned", "available"]);
      const response = await call(`/containers/${id}/transport_events?include=${name}`);
      const linked = response.items.flatMap((event) => relatedOne(event, name)?.id ?? []);
      expect(response.included.map((record) => record.id).sort()).toEqual([...new Set(linked)].sort());
      expect(linked.length).toBeGreaterThan(0);
    },
  );

  it("include shipment and container", async () => {
    const { id } = met(["picked_up"]);
    const response = await call(`/containers/${id}/transport_events?include=shipment,container`);
    expect(new Set(response.included.map(({ type }) => type))).toEqual(new Set(["shipment", "container"]));
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
    const response = await call(`/containers/${met(["on_ship"]).id}/raw_events`);
    expect(response.status).toBe(200);
    expect(response.items.length).toBeGreaterThan(0);
    const places = response.items.map(({ attributes }) => Number(attributes?.index));
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it.each([NOWHERE, "no-uuid"])("404 for %s", async (id) => {
    expect((await call(`/containers/${id}/raw_events`)).status).toBe(404);
  });
});
