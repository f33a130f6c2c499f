import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type JsonApiRecord, relatedMany, relatedOne } from "@/lib/contract/json-api";
import { everyPage } from "@/tracking-service/testing/every-page";
import { call, target } from "./target";
import { isKnownZone } from "./time-zone";

const NOWHERE = "00000000-0000-4000-8000-000000000000";

let port: JsonApiRecord;
let terminal: JsonApiRecord;
let ramp: JsonApiRecord | undefined;
let metroArea: JsonApiRecord | undefined;

beforeAll(async () => {
  const { included } = await everyPage(
    call,
    "/shipments?include=port_of_discharge,pod_terminal,destination,destination_terminal",
  );
  const events = await everyPage(call, "/containers?include=transport_events.terminal");
  const find = (type: string) => [...included, ...events.included].find((record) => record.type === type);
  const [anyPort, anyTerminal] = [find("port"), find("terminal")];
  if (!anyPort || !anyTerminal) throw new Error("the account has no shipment with a port and a terminal");
  port = anyPort;
  terminal = anyTerminal;
  ramp = find("rail_terminal");
  metroArea = find("metro_area");
});

const text = z.string();
const degrees = z.coerce.number().min(-180).max(180).nullable();
const zone = text.refine(isKnownZone);

const complaint = (record: JsonApiRecord | undefined, name: string, schema: z.ZodType) => {
  const value = record?.attributes?.[name];
  return value === undefined && !target.ours ? undefined : schema.safeParse(value).error;
};

describe("interface.md, port and terminal", () => {
  it.each<[string, z.ZodType]>([
    ["name", text],
    ["code", text.length(5)],
    ["latitude", degrees],
    ["longitude", degrees],
    ["time_zone", zone],
    ["country_code", text.length(2)],
  ])("port %s", (name, schema) => expect(complaint(port, name, schema)).toBeUndefined());

  it.each<[string, z.ZodType]>([
    ["name", text],
    ["smdg_code", text.nullable()],
    ["bic_facility_code", text.nullable()],
  ])("terminal %s", (name, schema) => expect(complaint(terminal, name, schema)).toBeUndefined());
});

describe("supplement.md, port", () => {
  it.each<[string, z.ZodType]>([
    ["state_abbr", text.nullable()],
    ["city", text.nullable()],
  ])("%s", (name, schema) => expect(complaint(port, name, schema)).toBeUndefined());

  it("relationship terminals", async () => {
    const response = await call(`/ports/${port.id}?include=terminals`);
    const terminals = relatedMany(response.item, "terminals").map(({ id }) => id);
    expect(response.included.map(({ id }) => id).sort()).toEqual([...terminals].sort());
  });
});

describe("supplement.md, terminal", () => {
  it.each<[string, z.ZodType]>([
    ["nickname", text.nullable()],
    ["firms_code", text.nullable()],
    ["street", text.nullable()],
    ["city", text.nullable()],
    ["state", text.nullable()],
    ["state_abbr", text.nullable()],
    ["zip", text.nullable()],
    ["country", text.nullable()],
    ["provided_data", z.record(text, z.unknown())],
    ["facility_type", text.nullable()],
  ])("%s", (name, schema) => expect(complaint(terminal, name, schema)).toBeUndefined());

  it("relationship port", () => {
    expect(relatedOne(terminal, "port")?.type).toBe("port");
  });
});

describe("supplement.md, rail_terminal", () => {
  it.each<[string, z.ZodType]>([
    ["name", text],
    ["nickname", text.nullable()],
    ["firms_code", text.nullable()],
    ["city", text.nullable()],
  ])("%s", (name, schema) => {
    if (ramp || target.ours) expect(complaint(ramp, name, schema)).toBeUndefined();
  });

  it.each(["port", "metro_area"])("relationship %s", (name) => {
    if (!ramp && !target.ours) return;
    expect(Object.keys(ramp?.relationships ?? {})).toContain(name);
    expect([undefined, name]).toContain(ramp && relatedOne(ramp, name)?.type);
  });
});

describe("supplement.md, metro_area", () => {
  it.each<[string, z.ZodType]>([
    ["name", text],
    ["code", text.length(5)],
    ["state_abbr", text.nullable()],
    ["country_code", text.length(2)],
    ["time_zone", zone],
    ["latitude", degrees],
    ["longitude", degrees],
  ])("%s", (name, schema) => {
    if (metroArea || target.ours) expect(complaint(metroArea, name, schema)).toBeUndefined();
  });
});

describe("supplement.md, GET /ports/{id or locode}", () => {
  it("by id; supplement.md, GET /ports/{id or locode}: by UN/LOCODE; interface.md, Other endpoints: ports by id or UN/LOCODE", async () => {
    const byId = (await call(`/ports/${port.id}`)).item;
    expect(byId.attributes).toEqual(port.attributes);
    expect((await call(`/ports/${port.attributes?.code}`)).item).toEqual(byId);
  });

  it.each([NOWHERE, "XXXXX", "no-port"])("404 for %s", async (name) => {
    expect((await call(`/ports/${name}`)).status).toBe(404);
  });

  it("400 for an unknown relationship", async () => {
    const response = await call(`/ports/${port.id}?include=vessels`);
    expect(response.status).toBe(400);
    expect(response.error.source?.parameter).toBe("include");
  });
});

describe("supplement.md, GET /terminals/{id}; interface.md, Other endpoints: terminals", () => {
  it("a terminal, with its port by include", async () => {
    const response = await call(`/terminals/${terminal.id}?include=port`);
    expect(response.item).toEqual(terminal);
    expect(response.included.map(({ id }) => id)).toEqual([relatedOne(terminal, "port")?.id]);
  });

  it("a rail terminal, with its metro area by include", async () => {
    if (!ramp && !target.ours) return;
    const response = await call(`/terminals/${ramp?.id}?include=metro_area`);
    expect(response.item).toEqual(ramp);
    expect(response.included.map(({ type }) => type)).toEqual(["metro_area"]);
  });

  it.each([NOWHERE, "no-terminal"])("404 for %s", async (name) => {
    expect((await call(`/terminals/${name}`)).status).toBe(404);
  });
});

describe("supplement.md, GET /metro_areas/{id or locode}", () => {
  it("by id; supplement.md, GET /metro_areas/{id or locode}: by UN/LOCODE; interface.md, Other endpoints: metro areas", async () => {
    if (!metroArea && !target.ours) return;
    const byId = (await call(`/metro_areas/${metroArea?.id}`)).item;
    expect(byId).toEqual(metroArea);
    expect((await call(`/metro_areas/${metroArea?.attributes?.code}`)).item).toEqual(byId);
  });

  it.each([NOWHERE, "XXXXX", "no-place"])("404 for %s", async (name) => {
    expect((await call(`/metro_areas/${name}`)).status).toBe(404);
  });
});

describe("supplement.md, shipping_line", () => {
  it.each<[string, z.ZodType]>([
    ["scac", text.length(4)],
    ["alternative_scacs", z.array(text)],
    ["name", text],
    ["short_name", text],
    ["bill_of_lading_tracking_support", z.boolean()],
    ["booking_number_tracking_support", z.boolean()],
    ["container_number_tracking_support", z.boolean()],
  ])("%s", async (name, schema) => {
    const { items } = await call("/shipping_lines");
    expect(items.length).toBeGreaterThan(0);
    for (const line of items) expect(complaint(line, name, schema)).toBeUndefined();
  });
});

describe("supplement.md, GET /shipping_lines/{id}; interface.md, Other endpoints: shipping lines", () => {
  it("supplement.md, GET /shipping_lines: no pagination, all of them", async () => {
    const response = await call("/shipping_lines");
    expect(response.items.length).toBeGreaterThan(5);
    expect((await call("/shipping_lines?page[size]=1")).items).toEqual(response.items);
  });

  it("one by id and by SCAC", async () => {
    const [line] = (await call("/shipping_lines")).items;
    expect((await call(`/shipping_lines/${line?.id}`)).item).toEqual(line);
    expect((await call(`/shipping_lines/${line?.attributes?.scac}`)).item).toEqual(line);
  });

  it.each([NOWHERE, "ZZZZ", "no-line"])("404 for %s", async (name) => {
    expect((await call(`/shipping_lines/${name}`)).status).toBe(404);
  });
});
