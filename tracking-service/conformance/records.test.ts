import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type JsonApiRecord, relatedOne } from "@/lib/contract/json-api";
import { send, UNKNOWN } from "./recorded-requests";
import { call, showing, target } from "./target";
import { isKnownZone } from "./time-zone";

const text = z.string().nullable();
const texts = z.array(z.string());
const instant = z.iso.datetime().nullable();
const day = z.iso.date().nullable();
const zone = z.string().refine(isKnownZone).nullable();
const locode = z.string().length(5).nullable();

function expectEach(records: readonly JsonApiRecord[], name: string, schema: z.ZodType): void {
  expect(records.length).toBeGreaterThan(0);
  for (const { attributes = {} } of records) {
    if (target.ours) expect(attributes).toHaveProperty(name);
    const { error } = schema.safeParse(attributes[name] ?? null);
    expect(error, String(attributes[name])).toBeUndefined();
  }
}

function expectLink(records: readonly JsonApiRecord[], name: string, types: readonly string[]): void {
  for (const record of records) {
    if (target.ours) expect(record.relationships).toHaveProperty(name);
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
  it.each(
    [...Object.entries(UNKNOWN), ["ref_numbers", ["PO-1"]] as const].map(
      ([name, value]) =>
        [showing(name, `interface.md, POST /tracking_requests: ${name}`), name, value] as const,
    ),
  )("%s", async (_, name, value) => {
    const requested = await send({ ...UNKNOWN, ref_numbers: ["PO-1"] });
    expect(requested.item.attributes?.[name]).toEqual(value);
    const wrong = await send({ ...UNKNOWN, [name]: { not: "this" } });
    expect([wrong.status, wrong.error.source?.pointer]).toEqual([400, `/data/attributes/${name}`]);
  });

  it("auto_detect_vocc_scac (interface.md, POST /tracking_requests: auto_detect_vocc_scac), a boolean", async () => {
    const wrong = await send({ ...UNKNOWN, auto_detect_vocc_scac: "yes" });
    expect([wrong.status, wrong.error.source?.pointer]).toEqual([
      400,
      "/data/attributes/auto_detect_vocc_scac",
    ]);
    if (!target.ours) return;
    const number = "QQQQ55667788";
    const requested = await send({
      request_number: number,
      request_type: "booking_number",
      auto_detect_vocc_scac: true,
    });
    expect(requested.item.attributes).toMatchObject({
      request_number: number,
      status: "pending",
      scac: null,
    });
  });
});

describe("supplement.md, tracking_request", () => {
  let requests: JsonApiRecord[];
  beforeAll(async () => {
    await send(UNKNOWN);
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

  it("tracked_object is included by default", async () => {
    const { items, included } = await call("/tracking_requests?filter[status]=succeeded&page[size]=20");
    const tracked = items.flatMap((request) => relatedOne(request, "tracked_object")?.id ?? []);
    expect(tracked.length).toBeGreaterThan(0);
    expect(included.map(({ id }) => id)).toEqual(expect.arrayContaining(tracked));
  });

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
    ["event", z.string().regex(/^container\.(transport|pickup_)/)],
    ["voyage_number", text],
    ["timestamp", instant],
    ["timezone", zone],
    ["location_locode", locode],
    ["created_at", z.iso.datetime()],
    ["data_source", z.enum(["shipping_line", "terminal", "rail", "ais"]).nullable()],
    ["value", z.unknown()],
  ])("%s", (name, schema) => expectEach(events, name, schema));

  it.each([
    "container.pickup_lfd.changed",
    "container.pickup_appointment.changed",
    "container.transport.estimated.vessel_arrived",
  ])("value on deadline and appointment events: %s", async (event) => {
    const { included } = await call(`/webhook_notifications/examples?event=${event}`);
    const about = included.find(({ type }) => type === "transport_event");
    expect(about?.attributes?.value).toEqual(expect.stringMatching(/^\d{4}-\d\d-\d\d/));
  });

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

  it("estimated_on is a day where there is one; the live service has none (supplement-2.md, 7. raw_event)", () => {
    for (const { attributes } of events) {
      expect(day.safeParse(attributes?.estimated_on ?? null).error).toBeUndefined();
    }
  });
});

describe("supplement.md, estimated_event", () => {
  let event: JsonApiRecord;
  beforeAll(async () => {
    const response = await call("/webhook_notifications/examples?event=shipment.estimated.arrival");
    const found = response.included.find(({ type }) => type === "estimated_event");
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
  let role: JsonApiRecord;
  let included: JsonApiRecord[];
  let party: string;
  beforeAll(async () => {
    const attributes = { company_name: `Role of ${Date.now()}` };
    party = (await call("/parties", { body: { data: { type: "party", attributes } } })).item.id;
    const response = await call(`/containers/${sailed.id}/party_roles`, {
      body: {
        data: {
          type: "party_role",
          attributes: { role: "pickup_dray_carrier" },
          relationships: { party: { data: { type: "party", id: party } } },
        },
      },
    });
    role = response.item;
    included = response.included;
    await call(`/containers/${sailed.id}/party_roles/${role.id}`, { method: "DELETE" });
  });

  it.each<[string, z.ZodType]>([
    ["role", z.literal("pickup_dray_carrier")],
    ["roleable_type", z.string().regex(/container/i)],
    ["roleable_id", z.uuid()],
    ["created_at", z.iso.datetime()],
    ["updated_at", z.iso.datetime()],
  ])("%s", (name, schema) => expectEach([role], name, schema));

  it("roleable_id is the record's", () => expect(role.attributes?.roleable_id).toBe(sailed.id));

  it("relationship party", () => expect(relatedOne(role, "party")).toEqual({ type: "party", id: party }));

  it("the party is in included", () =>
    expect(included.map(({ type, id }) => `${type}/${id}`)).toEqual([`party/${party}`]));
});
