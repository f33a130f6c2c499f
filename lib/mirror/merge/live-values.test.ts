import { describe, expect, it } from "vitest";
import { customFieldDefinitionAttributesSchema } from "@/lib/contract/custom-field";
import { collectionDocumentSchema, itemDocumentSchema, relatedOne } from "@/lib/contract/json-api";
import { testContainer } from "@/lib/domain/container/test-container";
import { readiness } from "@/lib/domain/readiness/readiness";
import { localDate } from "@/lib/domain/time/zoned-time";
import { type RecordKind, sortRecords } from "./record-types";
import { keptRelationships } from "./relationships";

/** Values that the live service sends and that are no errors (supplement-2, Values to be read tolerantly). */
const read = (type: RecordKind, attributes: Record<string, unknown>) => {
  const { sorted, unreadable } = sortRecords([{ type, id: "r-1", attributes }]);
  return { attributes: sorted[type][0]?.attributes, unreadable };
};

describe("values of the live service", () => {
  it.each<[RecordKind, Record<string, unknown>]>([
    [
      "container",
      {
        seal_number: null,
        terminal_checked_at: null,
        pod_full_out_at: null,
        pol_vessel_loaded_at: null,
        ind_facility_holds: null,
        ind_facility_fees: null,
        ssl_lfd: null,
        available_for_pickup: null,
      },
    ],
    ["shipment", { pod_eta_at: null, pod_original_eta_at: null, pol_etd_at: null, ref_numbers: null }],
    ["tracking_request", { retry_count: null }],
    ["terminal", { street: null, city: null, state: null, zip: null, firms_code: null, smdg_code: null }],
    ["transport_event", { timestamp: null, value: null }],
    ["port", { city: null, state_abbr: null }],
    ["container", { holds_at_pod_terminal: [{ name: "customs", status: "hold", description: "" }] }],
    ["container", { seal_number: "", weight_in_lbs: 0, location_at_pod_terminal: "<b>G4</b> 12" }],
    ["terminal", { zip: "90731", firms_code: "3380", state_abbr: "26", street: "2500 Navy Way " }],
    ["terminal", { provided_data: { pickup_lfd: true, pickup_lfd_notes: "" } }],
    ["vessel", { imo: "9321483", mmsi: "366999712", latitude: 33.7, longitude: -118.2 }],
    ["shipment", { bill_of_lading_number: "912345678", normalized_number: "MEDU912345678" }],
    ["metro_area", { name: "BNSF Logistics Park", latitude: 41.5, longitude: -88.1 }],
    ["container", { release_statuses: [{ name: "customs", released: null }] }],
    ["transport_event", { voyage_number: "", data_source: "rail", invalidated_at: null }],
    ["shipment", { destination_name: "Columbus, OH", destination_locode: null }],
    ["container", { pod_timezone: "US/Eastern", final_destination_timezone: "Etc/UTC" }],
    ["transport_event", { timezone: "Asia/Calcutta", timestamp: "2026-11-20T10:00:00.123-07:00" }],
  ])("of a %s are read as sent: %j", (type, attributes) => {
    expect(read(type, attributes)).toEqual({ attributes, unreadable: [] });
  });

  it("give coordinates in text as numbers, and dates in the zones named by their former names", () => {
    for (const type of ["port", "metro_area"] as const)
      expect(read(type, { latitude: "40.684996498", longitude: "-74.151115685" }).attributes).toEqual({
        latitude: 40.684996498,
        longitude: -74.151115685,
      });
    expect(localDate("2026-11-20T23:30:00.000Z", "Etc/UTC")).toBe("2026-11-20");
    expect(localDate("2026-11-21T04:30:00Z", "US/Eastern")).toBe("2026-11-20");
    expect(localDate("2026-11-20T19:00:00Z", "Asia/Calcutta")).toBe("2026-11-21");
  });

  it("keep what was known of references when a notification has [null]", () => {
    const { attributes, unreadable } = read("shipment", { ref_numbers: [null] });
    expect(attributes).toEqual({});
    expect(unreadable).toMatchObject([{ name: "ref_numbers" }]);
  });

  it("leave absent attributes and relationships unknown, and null ones empty", () => {
    expect(read("terminal", { name: "Pier 400" }).attributes).not.toHaveProperty("facility_type");
    const relationships = { shipment: { data: null }, pickup_facility: { data: null } };
    const { data } = itemDocumentSchema.parse({ data: { type: "container", id: "c-1", relationships } });
    expect(relatedOne(data, "shipment")).toBeNull();
    expect(collectionDocumentSchema.parse({ data: [] }).included).toBeUndefined();
  });

  it.each([[null], [[]], [[{ type: "shipment", id: "s-2" }]]])(
    "keep a container's shipment when its relationship is %j",
    (data) => {
      const record = {
        type: "container",
        id: "c-1",
        relationships: { shipment: { data }, pod_terminal: { data: null } },
      };
      expect(keptRelationships(record)).toEqual({ pod_terminal: { data: null } });
    },
  );

  it("take a container that is available, held and out for picked up", () => {
    const contradictory = testContainer({
      current_status: "available",
      available_for_pickup: true,
      pod_full_out_at: "2026-11-20T10:00:00Z",
      holds_at_pod_terminal: [
        { name: "customs", status: "hold" },
        { name: "freight", status: "hold" },
      ],
    });
    expect(readiness(contradictory).state).toBe("picked_up");
  });

  it("name containers Cargo", () => {
    const definition = { entity_type: "Cargo", reference_type: "Cargo", api_slug: "x" };
    expect(read("custom_field_definition", definition).attributes).toMatchObject({
      entity_type: "Container",
      reference_type: "Container",
    });
    expect(customFieldDefinitionAttributesSchema.parse({ entity_type: "Shipment" }).entity_type).toBe(
      "Shipment",
    );
  });
});
