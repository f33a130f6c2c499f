import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type JsonApiRecord, relatedMany, relatedOne } from "@/lib/contract/json-api";
import { everyPage } from "@/tracking-service/testing/every-page";
import { call, target } from "./target";
import { isKnownZone } from "./time-zone";

let shipments: JsonApiRecord[];

beforeAll(async () => {
  shipments = (await everyPage(call, "/shipments")).items;
  if (shipments.length === 0) throw new Error("the account has no shipment to test with");
});

const text = z.string().nullable();
const texts = z.array(z.string());
const instant = z.iso.datetime().nullable();
const zone = z.string().refine(isKnownZone).nullable();
const locode = z
  .string()
  .regex(/^[A-Z]{2}[A-Z0-9]{3}$/)
  .nullable();
const REASONS = [
  "all_containers_terminated",
  "past_arrival_window",
  "past_full_out_window",
  "no_updates_at_line",
  "cancelled_by_user",
  "booking_cancelled",
] as const;

const members = (name: string) =>
  shipments.map(({ attributes }) => attributes?.[name]).filter((value) => target.ours || value !== undefined);

function expectEach(name: string, schema: z.ZodType): void {
  for (const value of members(name)) expect(schema.safeParse(value).error, String(value)).toBeUndefined();
}

describe("interface.md, shipment", () => {
  it.each<[string, z.ZodType]>([
    ["bill_of_lading_number", z.string().min(1)],
    ["normalized_number", z.string().min(1)],
    ["ref_numbers", texts.nullable()],
    ["tags", texts],
    ["created_at", z.iso.datetime()],
    ["port_of_lading_locode", locode],
    ["port_of_discharge_locode", locode],
    ["destination_locode", locode],
    ["port_of_lading_name", text],
    ["port_of_discharge_name", text],
    ["destination_name", text],
    ["shipping_line_scac", z.string().length(4)],
    ["shipping_line_name", z.string().min(1)],
    ["shipping_line_short_name", z.string().min(1)],
    ["customer_name", text],
    ["pod_vessel_name", text],
    ["pod_vessel_imo", text],
    ["pod_voyage_number", text],
    ["pol_etd_at", instant],
    ["pol_atd_at", instant],
    ["pod_eta_at", instant],
    ["pod_original_eta_at", instant],
    ["pod_ata_at", instant],
    ["destination_eta_at", instant],
    ["destination_ata_at", instant],
    ["pol_timezone", zone],
    ["pod_timezone", zone],
    ["destination_timezone", zone],
    ["line_tracking_last_attempted_at", instant],
    ["line_tracking_last_succeeded_at", instant],
    ["line_tracking_stopped_at", instant],
    ["line_tracking_stopped_reason", z.enum(REASONS).nullable()],
  ])("%s", expectEach);

  it("line_tracking_stopped_at and line_tracking_stopped_reason come together", () => {
    for (const { attributes = {} } of shipments) {
      expect(attributes.line_tracking_stopped_at === null).toBe(
        attributes.line_tracking_stopped_reason === null,
      );
    }
  });

  it.each([
    ["port_of_lading", ["port"]],
    ["port_of_discharge", ["port"]],
    ["pod_terminal", ["terminal"]],
    ["destination", ["port", "metro_area"]],
    ["destination_terminal", ["terminal", "rail_terminal"]],
    ["line_tracking_stopped_by_user", ["user"]],
  ])("relationship %s", (name, types) => {
    for (const shipment of shipments) {
      if (target.ours) expect(shipment.relationships).toHaveProperty(name);
      const related = relatedOne(shipment, name);
      if (related) expect(types).toContain(related.type);
    }
  });

  it("relationship containers is an array of them", async () => {
    const shipment = shipments.find((each) => relatedMany(each, "containers").length > 0) ?? shipments[0];
    const links = relatedMany(shipment ?? { type: "", id: "" }, "containers");
    expect(new Set(links.map(({ type }) => type))).toEqual(new Set(["container"]));
    const container = await call(`/containers/${links[0]?.id}`);
    expect(relatedOne(container.item, "shipment")?.id).toBe(shipment?.id);
  });

  it("relationship party_roles is there with flag[parties]=true alone", async () => {
    for (const { relationships } of shipments) expect(relationships).not.toHaveProperty("party_roles");
    const [flagged] = (await call("/shipments?page[size]=1&flag[parties]=true")).items;
    expect(flagged?.relationships).toHaveProperty("party_roles");
  });

  it.each([
    ["container", "containers"],
    ["port", "port_of_lading,port_of_discharge"],
    ["terminal", "pod_terminal"],
  ])("included of a list: %s", async (type, include) => {
    const { included } = await call(`/shipments?page[size]=50&include=${include}`);
    expect(new Set(included.map((record) => record.type))).toEqual(new Set([type]));
  });

  it("line_tracking_stopped_by_user is null unless a user stopped tracking", () => {
    for (const shipment of shipments) {
      if (shipment.attributes?.line_tracking_stopped_reason === "cancelled_by_user") continue;
      expect(relatedOne(shipment, "line_tracking_stopped_by_user")).toBeNull();
    }
  });
});

describe("supplement.md, shipment", () => {
  it.each(["pol_original_etd_at", "destination_original_eta_at"])("%s", (name) => expectEach(name, instant));
});
