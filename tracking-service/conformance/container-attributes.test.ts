import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { CONTAINER_STATUSES, FEE_TYPES, HOLD_NAMES, HOLD_STATUSES } from "@/lib/contract/enums";
import { type JsonApiRecord, relatedMany, relatedOne } from "@/lib/contract/json-api";
import { everyPage } from "@/tracking-service/testing/every-page";
import { call, itOurs, target } from "./target";
import { isKnownZone } from "./time-zone";

let containers: JsonApiRecord[];
let shipments: Map<string, JsonApiRecord>;

beforeAll(async () => {
  const response = await everyPage(call, "/containers?include=shipment");
  containers = response.items;
  shipments = new Map(response.included.map((record) => [record.id, record]));
  if (containers.length === 0) throw new Error("the account has no container to test with");
});

const text = z.string();
const texts = z.array(z.string());
const instant = z.iso.datetime().nullable();
const zone = z.string().refine(isKnownZone).nullable();
const hold = z.looseObject({
  name: z.enum(HOLD_NAMES),
  status: z.enum(HOLD_STATUSES),
  description: text.nullable(),
});
const fee = z.looseObject({
  type: z.enum(FEE_TYPES),
  amount: z.number().min(0),
  currency_code: text.length(3),
});
const deadlines = z.looseObject({
  pickup_lfd_terminal: instant,
  pickup_lfd_rail: instant,
  pickup_lfd_line: instant,
});

const members = (records: JsonApiRecord[], name: string) =>
  records.map(({ attributes }) => attributes?.[name]).filter((value) => target.ours || value !== undefined);

const factsOf = ({ attributes }: JsonApiRecord) =>
  z
    .looseObject({
      current_status: text,
      pickup_lfd: instant,
      import_deadlines: deadlines,
      availability_known: z.boolean(),
      available_for_pickup: z.boolean().nullable(),
      holds_at_pod_terminal: z.array(hold),
      fees_at_pod_terminal: z.array(fee),
    })
    .safeParse(attributes).data;

describe("interface.md, container", () => {
  it.each<[string, z.ZodType]>([
    ["number", text.min(1)],
    ["ref_numbers", texts],
    ["equipment_type", z.enum(["dry", "reefer", "open top", "flat rack", "bulk", "tank"]).nullable()],
    ["equipment_length", z.union([z.literal(10), z.literal(20), z.literal(40), z.literal(45)]).nullable()],
    ["equipment_height", z.enum(["standard", "high_cube"]).nullable()],
    ["weight_in_lbs", z.number().nullable()],
    ["seal_number", text.nullable()],
    ["created_at", z.iso.datetime()],
    ["pickup_lfd", instant],
    ["import_deadlines", deadlines],
    ["ind_facility_lfd_on", instant],
    ["pickup_appointment_at", instant],
    ["availability_known", z.boolean()],
    ["available_for_pickup", z.boolean().nullable()],
    ["pod_arrived_at", instant],
    ["pod_discharged_at", instant],
    ["pod_full_out_at", instant],
    ["terminal_checked_at", instant],
    ["pod_full_out_chassis_number", text.nullable()],
    ["location_at_pod_terminal", text.nullable()],
    ["final_destination_full_out_at", instant],
    ["empty_terminated_at", instant],
    ["holds_at_pod_terminal", z.array(hold)],
    ["fees_at_pod_terminal", z.array(fee)],
    ["pod_timezone", zone],
    ["final_destination_timezone", zone],
    ["empty_terminated_timezone", zone],
    ["pod_rail_carrier_scac", text.nullable()],
    ["ind_rail_carrier_scac", text.nullable()],
    ["pod_last_tracking_request_at", instant],
    ["shipment_last_tracking_request_at", instant],
    ["pod_rail_loaded_at", instant],
    ["pod_rail_departed_at", instant],
    ["ind_eta_at", instant],
    ["ind_ata_at", instant],
    ["ind_rail_unloaded_at", instant],
    ["current_status", text],
  ])("%s", (name, schema) => {
    for (const value of members(containers, name))
      expect(schema.safeParse(value).error, String(value)).toBeUndefined();
  });

  it.each(["pickup_lfd_terminal", "pickup_lfd_rail", "pickup_lfd_line"])("import_deadlines.%s", (name) => {
    for (const value of members(containers, "import_deadlines")) {
      expect(instant.safeParse(Object(value)[name]).error, JSON.stringify(value)).toBeUndefined();
    }
  });

  it("pickup_lfd is that of the line, then the terminal, then rail; not the earliest", () => {
    for (const container of containers) {
      const facts = factsOf(container);
      if (!facts) continue;
      const { pickup_lfd_line, pickup_lfd_terminal, pickup_lfd_rail } = facts.import_deadlines;
      expect(facts.pickup_lfd).toBe(pickup_lfd_line ?? pickup_lfd_terminal ?? pickup_lfd_rail);
    }
  });

  it("pod_full_out_at is null for inland moves", () => {
    const inland = containers.filter(({ attributes }) => attributes?.pod_rail_loaded_at);
    for (const { attributes } of inland) expect(attributes?.pod_full_out_at).toBeNull();
  });

  it("relationship shipment, which has the container among its own", () => {
    for (const container of containers) {
      const shipment = relatedOne(container, "shipment");
      expect(shipment?.type).toBe("shipment");
      const siblings = relatedMany(shipments.get(shipment?.id ?? "") ?? container, "containers");
      expect(siblings.map(({ id }) => id)).toContain(container.id);
    }
  });

  it.each(["pod_terminal", "pickup_facility"])("relationship %s", (name) => {
    for (const container of containers) {
      if (target.ours) expect(container.relationships).toHaveProperty(name);
      expect([undefined, "terminal", "rail_terminal"]).toContain(relatedOne(container, name)?.type);
    }
  });

  it.each([
    ["transport_events", "transport_event"],
    ["raw_events", "raw_event"],
  ])("relationship %s", (name, type) => {
    const linked = containers.flatMap((container) => relatedMany(container, name));
    if (target.ours) expect(linked.length).toBeGreaterThan(0);
    for (const link of linked) expect(link.type).toBe(type);
  });

  it("links.self is its address", async () => {
    const [container] = containers;
    expect(container?.links).toEqual({ self: expect.stringMatching(/\/v2\/containers\/[^/]+$/) });
  });

  const holds = () => containers.flatMap((container) => Object(container.attributes?.holds_at_pod_terminal));
  const fees = () => containers.flatMap((container) => Object(container.attributes?.fees_at_pod_terminal));

  it.each<[string, z.ZodType]>([
    ["name", z.enum(HOLD_NAMES)],
    ["status", z.enum(HOLD_STATUSES)],
    ["description", text.nullable()],
  ])("hold object: %s", (name, schema) => {
    if (target.ours) expect(holds().length).toBeGreaterThan(0);
    for (const each of holds()) expect(schema.safeParse(each[name]).error).toBeUndefined();
  });

  it.each<[string, z.ZodType]>([
    ["type", z.enum(FEE_TYPES)],
    ["amount", z.number().min(0)],
    ["currency_code", text.length(3)],
  ])("fee object: %s", (name, schema) => {
    if (target.ours) expect(fees().length).toBeGreaterThan(0);
    for (const each of fees()) expect(schema.safeParse(each[name]).error).toBeUndefined();
  });

  it("fee object: a total stands next to the individual fees, or alone", () => {
    for (const container of containers) {
      const all = factsOf(container)?.fees_at_pod_terminal ?? [];
      const total = all.find(({ type }) => type === "total");
      const items = all.filter(({ type }) => type !== "total");
      if (!total || items.length === 0) continue;
      expect(items.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(total.amount, 2);
    }
  });

  it("release readiness: available_for_pickup is true and no hold has status hold", () => {
    for (const container of containers) {
      const facts = factsOf(container);
      if (facts?.current_status !== "available") continue;
      expect(facts.available_for_pickup).toBe(true);
      expect(facts.holds_at_pod_terminal.some(({ status }) => status === "hold")).toBe(false);
    }
  });

  // The live service has no attributes of an inland facility: recordings have them null (docs/decisions/0072).
  it("holds and fees of a rail ramp are not in attributes of their own", () => {
    for (const { attributes, id } of containers) {
      expect([attributes?.ind_facility_holds ?? null, attributes?.ind_facility_fees ?? null], id).toEqual([
        null,
        null,
      ]);
    }
  });

  it("available_for_pickup is meaningful when availability_known is true", () => {
    for (const container of containers) {
      const facts = factsOf(container);
      if (facts?.available_for_pickup === true) expect(facts.availability_known).toBe(true);
    }
  });
});

describe("supplement.md, container", () => {
  it.each<[string, z.ZodType]>([
    ["current_status", z.enum(CONTAINER_STATUSES)],
    ["delivered_at", instant],
    ["empty_out_at", instant],
    ["pol_full_in_at", instant],
    ["pol_vessel_loaded_at", instant],
    ["pol_vessel_departed_at", instant],
    ["rail_last_tracking_request_at", instant],
    ["ind_facility_holds", z.array(hold).nullable()],
    ["ind_facility_fees", z.array(fee).nullable()],
    ["ssl_lfd", instant],
  ])("%s", (name, schema) => {
    for (const value of members(containers, name))
      expect(schema.safeParse(value).error, String(value)).toBeUndefined();
  });
});

describe("supplement.md, current_status", () => {
  const at = (name: string) => (container: JsonApiRecord) => container.attributes?.[name] ?? null;
  const follows: Record<string, (container: JsonApiRecord) => boolean> = {
    new: (container) => at("pol_vessel_departed_at")(container) === null,
    on_ship: (container) => at("pod_discharged_at")(container) === null,
    grounded: (container) => at("pod_discharged_at")(container) !== null,
    available: (container) => at("available_for_pickup")(container) === true,
    not_available: (container) => at("pod_full_out_at")(container) === null,
    awaiting_inland_transfer: (container) =>
      at("pod_discharged_at")(container) !== null && at("pod_rail_loaded_at")(container) === null,
    on_rail: (container) =>
      at("pod_rail_loaded_at")(container) !== null && at("ind_rail_unloaded_at")(container) === null,
    off_dock: (container) => at("pod_full_out_at")(container) === null,
    picked_up: (container) =>
      at("pod_full_out_at")(container) !== null || at("final_destination_full_out_at")(container) !== null,
    delivered: (container) => at("delivered_at")(container) !== null,
    empty_returned: (container) => at("empty_terminated_at")(container) !== null,
  };

  it.each(CONTAINER_STATUSES)("%s goes with what is known of the container", (status) => {
    const state = containers.filter(({ attributes }) => attributes?.current_status === status);
    for (const container of state) expect(follows[status]?.(container), container.id).toBe(true);
  });

  it("no other value", () => {
    for (const status of members(containers, "current_status")) expect(CONTAINER_STATUSES).toContain(status);
  });

  itOurs(
    "every stage a container can be met in is among the seeded containers",
    "it is another account",
    async () => {
      const met = new Set(members(containers, "current_status"));
      for (const status of ["new", "on_ship", "available", "not_available", "on_rail", "picked_up"]) {
        expect(met).toContain(status);
      }
    },
  );
});
