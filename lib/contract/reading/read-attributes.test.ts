import { describe, expect, it } from "vitest";
import { CONTAINER_NEVER_NULL, containerAttributesSchema } from "@/lib/contract/container";
import { placeAttributesSchema } from "@/lib/contract/place";
import { SHIPMENT_NEVER_NULL, shipmentAttributesSchema } from "@/lib/contract/shipment";
import { trackingRequestAttributesSchema } from "@/lib/contract/tracking-request";
import { vesselAttributesSchema } from "@/lib/contract/vessel";
import { readAttributes } from "./read-attributes";

const container = (sent: Record<string, unknown>) =>
  readAttributes({ schema: containerAttributesSchema, neverNull: CONTAINER_NEVER_NULL }, sent);
const shipment = (sent: Record<string, unknown>) =>
  readAttributes({ schema: shipmentAttributesSchema, neverNull: SHIPMENT_NEVER_NULL }, sent);

describe("an attribute of a container", () => {
  it.each<[string, unknown, unknown]>([
    ["weight_in_lbs", "28097", 28_097],
    ["weight_in_lbs", " 28097.5 ", 28_097.5],
    ["equipment_length", "40", 40],
    ["seal_number", 12_345, "12345"],
    ["seal_number", "", ""],
    ["available_for_pickup", "true", true],
    ["available_for_pickup", " False", false],
    ["available_for_pickup", null, null],
    ["pickup_appointment_at", "", null],
    ["pickup_lfd", "", null],
    ["pickup_lfd", null, null],
    ["pickup_lfd", "2026-11-20", "2026-11-20"],
    ["pickup_lfd", "2026-11-20T05:00:00", "2026-11-20T05:00:00Z"],
    ["pickup_lfd", "2026-11-20 05:00:00 UTC", "2026-11-20T05:00:00Z"],
    ["pickup_lfd", "2026-11-20T05:00:00.125-0800", "2026-11-20T05:00:00.125-08:00"],
    ["pickup_lfd", "2026-11-20T05:00:00.000-07:00", "2026-11-20T05:00:00.000-07:00"],
    ["current_status", " available ", "available"],
    ["current_status", "in_orbit", "in_orbit"],
    ["pod_timezone", "US/Eastern", "US/Eastern"],
    ["pod_timezone", "Etc/GMT+5", "Etc/GMT+5"],
    ["pod_timezone", "", null],
    ["ref_numbers", ["PO-1", 7], ["PO-1", "7"]],
    ["ref_numbers", [], []],
    ["carbon_class", { any: 1 }, { any: 1 }],
    ["ind_facility_holds", null, null],
    ["fees_at_pod_terminal", [{ type: "exam", amount: "12.50" }], [{ type: "exam", amount: 12.5 }]],
    ["fees_at_pod_terminal", [{ type: "exam", amount: "" }], [{ type: "exam", amount: null }]],
    [
      "holds_at_pod_terminal",
      [{ name: "FDA", status: "Hold", description: null, since: "2026" }],
      [{ name: "FDA", status: "hold", description: null, since: "2026" }],
    ],
    [
      "holds_at_pod_terminal",
      [{ name: "FDA", status: "maybe", description: 7 }],
      [{ name: "FDA", status: "maybe", description: "7" }],
    ],
  ])("is read: %s %j as %j", (name, sent, read) => {
    expect(container({ [name]: sent })).toEqual({ attributes: { [name]: read }, unreadable: [] });
    // What is stored is read again unchanged.
    expect(container({ [name]: read }).attributes).toEqual({ [name]: read });
    expect(containerAttributesSchema.parse({ [name]: read })).toEqual({ [name]: read });
  });

  it.each<[string, unknown]>([
    ["number", null],
    ["number", " "],
    ["number", "x".repeat(501)],
    ["ref_numbers", [null]],
    ["ref_numbers", null],
    ["ref_numbers", "PO-1"],
    ["weight_in_lbs", "28,097"],
    ["weight_in_lbs", "heavy"],
    ["weight_in_lbs", ""],
    ["weight_in_lbs", true],
    ["weight_in_lbs", 1e300],
    ["seal_number", true],
    ["seal_number", {}],
    ["available_for_pickup", "yes"],
    ["available_for_pickup", ""],
    ["available_for_pickup", 1],
    ["availability_known", null],
    ["current_status", null],
    ["current_status", ""],
    ["current_status", 7],
    ["current_status", "7"],
    ["current_status", "x".repeat(101)],
    ["created_at", 0],
    ["created_at", ""],
    ["created_at", "0001-01-01T00:00:00Z"],
    ["pickup_lfd", "TBD"],
    ["pickup_lfd", "TBD 1"],
    ["pickup_lfd", "  "],
    ["pickup_lfd", 1_700_000_000],
    ["pickup_lfd", "2026-02-30T05:00:00Z"],
    ["pickup_lfd", "2026-11-20T35:00:00Z"],
    ["ssl_lfd", "TBD"],
    ["pod_timezone", "  "],
    ["pod_timezone", 5],
    ["holds_at_pod_terminal", null],
    ["holds_at_pod_terminal", "customs"],
    ["holds_at_pod_terminal", { name: "customs", status: "hold" }],
    ["fees_at_pod_terminal", [{ type: null, amount: 5 }]],
    ["fees_at_pod_terminal", ["demurrage"]],
  ])("is unreadable: %s %j", (name, sent) => {
    const read = container({ [name]: sent, pod_discharged_at: null });
    expect(read).toEqual({ attributes: { pod_discharged_at: null }, unreadable: [{ name, value: sent }] });
  });

  it.each<[unknown, Record<string, unknown>]>([
    [null, { name: "Could not read hold", status: "hold" }],
    ["customs", { name: "Could not read hold", status: "hold" }],
    [
      { name: "customs", status: null },
      { name: "customs", status: "hold" },
    ],
    [
      { name: "customs", status: "  " },
      { name: "customs", status: "hold" },
    ],
    [{ name: "customs" }, { name: "customs", status: "hold" }],
    [
      { name: null, status: "pending" },
      { name: "Could not read hold", status: "hold" },
    ],
    [
      { name: {}, status: "hold", description: {} },
      { name: "Could not read hold", status: "hold", description: null },
    ],
  ])("has an active hold for an entry that cannot be read: %j", (entry, hold) => {
    const pending = { name: "USDA", status: "pending", description: "" };
    const sent = [pending, entry];
    expect(container({ holds_at_pod_terminal: sent })).toEqual({
      attributes: { holds_at_pod_terminal: [pending, hold] },
      unreadable: [{ name: "holds_at_pod_terminal", value: sent }],
    });
  });

  it("has the readable entries of a list", () => {
    expect(container({ ref_numbers: ["PO-1", null, {}, "PO-2"] })).toEqual({
      attributes: { ref_numbers: ["PO-1", "PO-2"] },
      unreadable: [{ name: "ref_numbers", value: ["PO-1", null, {}, "PO-2"] }],
    });
    const fees = [
      { type: null, amount: 1 },
      { type: "exam", amount: "call us", currency_code: 5 },
    ];
    expect(container({ fees_at_pod_terminal: fees })).toMatchObject({
      attributes: { fees_at_pod_terminal: [{ type: "exam", amount: null, currency_code: null }] },
      unreadable: [{ name: "fees_at_pod_terminal" }],
    });
  });

  it("has each import deadline by itself", () => {
    const deadlines = { pickup_lfd_line: "TBD", pickup_lfd_terminal: "", pickup_lfd_moon: "soon" };
    expect(container({ import_deadlines: deadlines })).toEqual({
      attributes: { import_deadlines: { pickup_lfd_terminal: null, pickup_lfd_moon: "soon" } },
      unreadable: [{ name: "import_deadlines.pickup_lfd_line", value: "TBD" }],
    });
    expect(container({ import_deadlines: "TBD" }).unreadable.map(({ name }) => name)).toEqual([
      "import_deadlines.pickup_lfd_terminal",
      "import_deadlines.pickup_lfd_rail",
      "import_deadlines.pickup_lfd_line",
    ]);
  });

  it("is left out when its name would be that of a member or mark", () => {
    const sent = {
      "import_deadlines.pickup_lfd_line": "soon",
      "unconfirmed.number": null,
      "relationships.shipment": 1,
    };
    expect(container({ ...sent, novelty: "x" })).toEqual({ attributes: { novelty: "x" }, unreadable: [] });
  });

  it("keeps absent attributes absent and never changes an object's prototype", () => {
    const read = container(JSON.parse('{"__proto__": {"number": "x"}, "seal_number": null}'));
    expect(Object.keys(read.attributes)).toEqual(["__proto__", "seal_number"]);
    expect(Object.getPrototypeOf(read.attributes)).toBe(Object.prototype);
    expect(container({ number: undefined })).toEqual({ attributes: {}, unreadable: [] });
  });
});

describe("other attributes", () => {
  it("are read by their kinds", () => {
    expect(shipment({ ref_numbers: null, tags: [null], pod_vessel_imo: 9_321_483, pod_eta_at: "" })).toEqual({
      attributes: { ref_numbers: null, pod_vessel_imo: "9321483", pod_eta_at: null },
      unreadable: [{ name: "tags", value: [null] }],
    });
    expect(
      readAttributes(
        { schema: vesselAttributesSchema, neverNull: ["name"] },
        { imo: 9_321_483, mmsi: 366_999_712 },
      ).attributes,
    ).toEqual({ imo: "9321483", mmsi: "366999712" });
  });

  it.each([
    ["40.684996498", 40.684996498],
    [-118.25, -118.25],
    ["", null],
    [null, null],
  ])("are coordinates as a number or text: %j", (latitude, expected) => {
    const read = readAttributes({ schema: placeAttributesSchema, neverNull: ["name"] }, { latitude });
    expect(read).toEqual({ attributes: { latitude: expected }, unreadable: [] });
  });

  it.each(["north", 400, true])("are no coordinates: %j", (latitude) => {
    const read = readAttributes({ schema: placeAttributesSchema, neverNull: ["name"] }, { latitude });
    expect(read).toEqual({ attributes: {}, unreadable: [{ name: "latitude", value: latitude }] });
  });

  it.each([
    ["created", "succeeded"],
    ["tracking_stopped", "tracking_stopped"],
    ["pondering", "pondering"],
  ])("are the tracking request status %s, read as %s", (status, expected) => {
    const request = { schema: trackingRequestAttributesSchema, neverNull: ["status"] };
    expect(readAttributes(request, { status }).attributes).toEqual({ status: expected });
    expect(readAttributes(request, { status: null }).unreadable).toEqual([{ name: "status", value: null }]);
  });
});
