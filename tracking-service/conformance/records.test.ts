import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type JsonApiRecord, relatedOne } from "@/lib/contract/json-api";
import { ask, UNKNOWN } from "./asked-requests";
import { isKnownZone } from "./known-zone";
import { call, itHere, target } from "./target";

const text = z.string().nullable();
const texts = z.array(z.string());
const instant = z.iso.datetime().nullable();
const day = z.iso.date().nullable();
const zone = z.string().refine(isKnownZone).nullable();
const locode = z.string().length(5).nullable();

function expectEach(records: readonly JsonApiRecord[], name: string, schema: z.ZodType): void {
  expect(records.length).toBeGreaterThan(0);
  for (const { attributes = {} } of records) {
    if (target.own) expect(attributes).toHaveProperty(name);
    const { error } = schema.safeParse(attributes[name] ?? null);
    expect(error, String(attributes[name])).toBeUndefined();
  }
}

function expectLink(records: readonly JsonApiRecord[], name: string, types: readonly string[]): void {
  for (const record of records) {
    if (target.own) expect(record.relationships).toHaveProperty(name);
    const related = relatedOne(record, name);
    if (related) expect(types).toContain(related.type);
  }
}

let sailed: JsonApiRecord;

beforeAll(async () => {
  const { items } = await call("/containers?page[size]=100");
  const found = items.find(({ attributes }) => attributes?.pod_arrived_at) ?? items[0];
  if (!found) throw new Error("the account has no container to test with");
  sailed = found;
});

describe("interface.md, tracking_request", () => {
  it("takes request_number, request_type, scac, ref_numbers; auto_detect_vocc_scac instead of scac", async () => {
    const given = await ask({ ...UNKNOWN, ref_numbers: ["PO-1"] });
    expect(given.item.attributes).toMatchObject({ ...UNKNOWN, ref_numbers: ["PO-1"] });
  });

  itHere("auto_detect_vocc_scac leaves scac open at first", "it would ask a line", async () => {
    const number = "QQQQ55667788";
    const asked = await ask({
      request_number: number,
      request_type: "booking_number",
      auto_detect_vocc_scac: true,
    });
    expect(asked.item.attributes).toMatchObject({ request_number: number, status: "pending" });
  });
});

describe("interface.md, What the service does", () => {
  it("a request names a BOL, a booking number or a container number, and is asynchronous", async () => {
    for (const type of ["bill_of_lading", "booking_number"]) {
      const asked = await ask({ ...UNKNOWN, request_type: type });
      expect([asked.status, asked.item.attributes?.status]).toEqual([201, "pending"]);
      expect(relatedOne(asked.item, "tracked_object")).toBeNull();
    }
    const letter = await ask({ ...UNKNOWN, request_type: "letter" });
    expect(letter.error.detail).toMatch(/container.*bill_of_lading.*booking_number/);
  });
});

describe("supplement.md, tracking_request", () => {
  let requests: JsonApiRecord[];
  beforeAll(async () => {
    await ask(UNKNOWN);
    requests = (await call("/tracking_requests?page[size]=50")).items;
  });

  it.each<[string, z.ZodType]>([
    ["request_number", z.string().min(1)],
    ["request_type", z.enum(["container", "bill_of_lading", "booking_number"])],
    ["scac", text],
    ["ref_numbers", texts.nullable()],
    ["shipment_tags", texts.nullable()],
    [
      "status",
      z.enum(["pending", "awaiting_manifest", "succeeded", "created", "failed", "tracking_stopped"]),
    ],
    ["failed_reason", text],
    ["is_retrying", z.boolean()],
    ["retry_count", z.number().int().nullable()],
    ["created_at", z.iso.datetime()],
    ["updated_at", z.iso.datetime()],
  ])("%s", (name, schema) => expectEach(requests, name, schema));

  it.each([
    ["tracked_object", ["shipment"]],
    ["customer", ["party"]],
    ["user", ["user"]],
  ])("relationship %s", (name, types) => expectLink(requests, name, types));
});

describe("supplement.md, transport_event", () => {
  let events: JsonApiRecord[];
  beforeAll(async () => {
    events = (await call(`/containers/${sailed.id}/transport_events`)).items;
  });

  it.each<[string, z.ZodType]>([
    ["event", z.string().startsWith("container.transport.")],
    ["voyage_number", text],
    ["timestamp", instant],
    ["timezone", zone],
    ["location_locode", locode],
    ["created_at", z.iso.datetime()],
    ["data_source", z.enum(["shipping_line", "terminal", "ais"]).nullable()],
    ["value", z.unknown()],
  ])("%s", (name, schema) => expectEach(events, name, schema));

  it.each([
    ["shipment", ["shipment"]],
    ["container", ["container"]],
    ["location", ["port", "metro_area"]],
    ["vessel", ["vessel"]],
    ["terminal", ["terminal", "rail_terminal"]],
  ])("relationship %s", (name, types) => expectLink(events, name, types));
});

describe("supplement.md, raw_event", () => {
  let events: JsonApiRecord[];
  beforeAll(async () => {
    events = (await call(`/containers/${sailed.id}/raw_events`)).items;
  });

  it.each<[string, z.ZodType]>([
    ["event", text],
    ["original_event", z.string()],
    ["timestamp", instant],
    ["estimated", z.boolean()],
    ["actual_on", day],
    ["estimated_on", day],
    ["actual_at", instant],
    ["estimated_at", instant],
    ["timezone", zone],
    ["created_at", z.iso.datetime()],
    ["location_name", text],
    ["location_locode", locode],
    ["vessel_name", text],
    ["vessel_imo", text],
    ["index", z.number().int()],
    ["voyage_number", text],
  ])("%s", (name, schema) => expectEach(events, name, schema));
});

describe("supplement.md, estimated_event", () => {
  let event: JsonApiRecord;
  beforeAll(async () => {
    const answer = await call("/webhook_notifications/examples?event=shipment.estimated.arrival");
    const found = answer.included.find(({ type }) => type === "estimated_event");
    if (!found) throw new Error("the example has no estimated_event");
    event = found;
  });

  it.each<[string, z.ZodType]>([
    ["event", z.literal("shipment.estimated.arrival")],
    ["estimated_timestamp", instant],
    ["created_at", instant],
    ["location_locode", locode],
    ["timezone", zone],
    ["voyage_number", text],
    ["data_source", text],
  ])("%s", (name, schema) => expectEach([event], name, schema));

  it.each([
    ["shipment", ["shipment"]],
    ["port", ["port"]],
    ["vessel", ["vessel"]],
  ])("relationship %s", (name, types) => expectLink([event], name, types));
});

describe("interface.md, party_role", () => {
  it("has role, roleable_type, roleable_id, created_at, updated_at, and party with it in included", async () => {
    const attributes = { company_name: `Role of ${Date.now()}` };
    const party = (await call("/parties", { body: { data: { type: "party", attributes } } })).item;
    const link = { data: { type: "party", id: party.id } };
    const made = await call(`/containers/${sailed.id}/party_roles`, {
      body: {
        data: {
          type: "party_role",
          attributes: { role: "pickup_dray_carrier" },
          relationships: { party: link },
        },
      },
    });
    expect(made.item.attributes).toMatchObject({
      role: "pickup_dray_carrier",
      roleable_type: expect.stringMatching(/container/i),
      roleable_id: sailed.id,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
    expect(relatedOne(made.item, "party")).toMatchObject(link.data);
    expect(made.included.map(({ type, id }) => `${type}/${id}`)).toEqual([`party/${party.id}`]);
    await call(`/containers/${sailed.id}/party_roles/${made.item.id}`, { method: "DELETE" });
  });
});
