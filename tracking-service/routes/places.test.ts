import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type JsonApiRecord, relatedMany, relatedOne } from "@/lib/contract/json-api";
import { everyPage } from "@/tracking-service/testing/every-page";
import { startTestService, type TestService } from "@/tracking-service/testing/running-service";

let service: TestService;
let stranger: string;

const NOWHERE = "00000000-0000-4000-8000-000000000000";

beforeAll(async () => {
  service = await startTestService();
  stranger = (await service.stranger()).key;
});
afterAll(() => service.end());

const sorted = (names: string[]) => [...names].sort();
const membersOf = (record: JsonApiRecord) => sorted(Object.keys(record.attributes ?? {}));

describe("ports", () => {
  it.each(["USLAX", "uslax"])("are found as %s, with their terminals", async (code) => {
    const { item, included, document } = await service.call(`/ports/${code}?include=terminals.port`);
    expect(item.attributes).toMatchObject({
      name: "Los Angeles",
      code: "USLAX",
      time_zone: "America/Los_Angeles",
    });
    expect(membersOf(item)).toEqual(
      sorted([
        "id",
        "name",
        "code",
        "latitude",
        "longitude",
        "time_zone",
        "country_code",
        "state_abbr",
        "city",
      ]),
    );
    expect(item.links).toEqual({ self: `/v2/ports/${item.id}` });
    expect(document.links).toEqual({ self: `${service.url}/ports/${code}?include=terminals.port` });
    const terminals = relatedMany(item, "terminals");
    expect(terminals.length).toBeGreaterThan(3);
    expect(included.map(({ type, id }) => ({ type, id }))).toEqual(terminals);
    for (const terminal of included) expect(relatedOne(terminal, "port")?.id).toBe(item.id);
  });

  it("are found by id in either case, by every account", async () => {
    const { item } = await service.call("/ports/CNSHA");
    expect((await service.call(`/ports/${item.id.toUpperCase()}`)).item).toEqual(item);
    expect((await service.call(`/ports/${item.id}`, { key: stranger })).item).toEqual(item);
    expect(relatedMany(item, "terminals")).toEqual([]);
  });

  it.each(["XXXXX", NOWHERE, "a b", "%00", "%F0%9F%9A%A2", "x".repeat(900), "Los%20Angeles"])(
    "are not found as %s",
    async (name) => {
      const response = await service.call(`/ports/${name}`);
      expect(response.status).toBe(404);
      expect(response.error.status).toBe("404");
    },
  );

  it.each(["port", "terminals.nothing", "terminals,port"])("do not include %s", async (include) => {
    const response = await service.call(`/ports/USLAX?include=${include}`);
    expect(response.status).toBe(400);
    expect(response.error.source?.parameter).toBe("include");
  });
});

describe("metro areas and terminals", () => {
  it("return a metro area by code and id", async () => {
    const { item } = await service.call("/metro_areas/USEWI");
    expect(item.attributes).toMatchObject({ name: "Elwood", state_abbr: "IL" });
    expect(membersOf(item)).toEqual(
      sorted(["id", "name", "code", "latitude", "longitude", "time_zone", "country_code", "state_abbr"]),
    );
    expect((await service.call(`/metro_areas/${item.id}`)).item).toEqual(item);
    expect((await service.call("/metro_areas/USLAX")).status).toBe(404);
    expect((await service.call(`/ports/${item.id}`)).status).toBe(404);
  });

  it("return a terminal with its port", async () => {
    const port = (await service.call("/ports/USNYC")).item;
    const id = relatedMany(port, "terminals")[0]?.id;
    const { item, included } = await service.call(`/terminals/${id}?include=port`);
    expect(item.type).toBe("terminal");
    expect(item.links).toEqual({ self: `/v2/terminals/${id}` });
    expect(membersOf(item)).toEqual(
      sorted(
        "id name nickname firms_code smdg_code bic_facility_code street city state state_abbr zip country provided_data facility_type".split(
          " ",
        ),
      ),
    );
    expect(included).toEqual([port]);
  });

  it("return a rail terminal at the same address, with its metro area", async () => {
    const { included: places } = await everyPage(
      service.call,
      "/containers?include=transport_events.terminal",
    );
    const ramp = places.find(({ type }) => type === "rail_terminal");
    const { item, included } = await service.call(`/terminals/${ramp?.id}?include=metro_area,port`);
    expect(item).toEqual(ramp);
    expect(item.type).toBe("rail_terminal");
    expect(membersOf(item)).toEqual(sorted(["id", "name", "nickname", "firms_code", "city"]));
    expect(included.map(({ type }) => type)).toContain("metro_area");
  });

  it.each(["USLAX", "W185", NOWHERE, "%00"])("do not find terminal %s", async (name) => {
    expect((await service.call(`/terminals/${name}`)).status).toBe(404);
  });

  it("reject an include that neither kind has", async () => {
    const port = (await service.call("/ports/USNYC")).item;
    const id = relatedMany(port, "terminals")[0]?.id;
    expect((await service.call(`/terminals/${id}?include=containers`)).status).toBe(400);
    expect((await service.call(`/terminals/${id}?include=metro_area`)).status).toBe(200);
    expect((await service.call("/metro_areas/USEWI?include=port")).status).toBe(400);
    for (const path of [
      "/parties",
      "/shipping_lines",
      "/webhooks",
      "/documents/types",
      "/search?query=MSC",
    ]) {
      const refused = await service.call(`${path}${path.includes("?") ? "&" : "?"}include=nothing`);
      expect([refused.status, refused.error.source?.parameter], path).toEqual([400, "include"]);
    }
  });
});

describe("shipping lines", () => {
  it("are listed completely, by name", async () => {
    const response = await service.call("/shipping_lines?page[size]=1");
    const names = response.items.map(({ attributes }) => String(attributes?.name));
    expect(names.length).toBeGreaterThan(10);
    expect(response.document.meta).toEqual({ size: names.length, total: names.length });
    expect(response.document.included).toBeUndefined();
    expect(names).toContain("Maersk");
  });

  it.each(["MAEU", "maeu"])("are found as %s", async (scac) => {
    const { item } = await service.call(`/shipping_lines/${scac}`);
    expect(item.attributes).toMatchObject({
      scac: "MAEU",
      name: "Maersk",
      short_name: "Maersk",
      bill_of_lading_tracking_support: true,
    });
    expect(item.links).toEqual({ self: `/v2/shipping_lines/${item.id}` });
    expect((await service.call(`/shipping_lines/${item.id}`)).item).toEqual(item);
  });

  it("are found by another SCAC of theirs", async () => {
    const lines = (await service.call("/shipping_lines")).items;
    for (const { id, attributes } of lines) {
      const others = attributes?.alternative_scacs;
      if (!Array.isArray(others)) throw new Error("no list of other SCACs");
      for (const scac of others) expect((await service.call(`/shipping_lines/${scac}`)).item.id).toBe(id);
    }
  });

  it.each(["ZZZZ", NOWHERE, "%00", "USLAX"])("are not found as %s", async (name) => {
    expect((await service.call(`/shipping_lines/${name}`)).status).toBe(404);
  });
});
