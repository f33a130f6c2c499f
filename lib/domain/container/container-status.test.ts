import { describe, expect, it } from "vitest";
import { CONTAINER_STATUSES } from "@/lib/contract/enums";
import { currentStatus, derivedStatus, knownStatus, statusLabel } from "./container-status";
import { inlandBox, testBox } from "./test-container";

const AT = "2026-11-16T12:00:00Z";

describe("derivedStatus", () => {
  it.each([
    [testBox({ pod_discharged_at: null }), "new"],
    [testBox({ pod_discharged_at: null }, { pol_atd_at: AT }), "on_ship"],
    [testBox({ pod_discharged_at: null, pod_arrived_at: AT }), "on_ship"],
    [testBox(), "grounded"],
    [testBox({ pod_full_out_at: AT }), "picked_up"],
    [testBox({ delivered_at: AT }), "delivered"],
    [testBox({ empty_terminated_at: AT }), "empty_returned"],
    [inlandBox(), "awaiting_inland_transfer"],
    [inlandBox({ pod_full_out_at: AT }), "on_rail"],
    [inlandBox({ pod_rail_loaded_at: AT }), "on_rail"],
    [inlandBox({ ind_ata_at: AT }), "on_rail"],
    [inlandBox({ pod_rail_loaded_at: AT, ind_rail_unloaded_at: AT }), "grounded"],
    [inlandBox({ final_destination_full_out_at: AT }), "picked_up"],
  ])("case %#", (box, status) => {
    expect(derivedStatus(box)).toBe(status);
    expect(currentStatus(box)).toBe(status);
  });
});

describe("currentStatus", () => {
  it.each([
    ["available", testBox(), "available"],
    ["not_available", testBox(), "not_available"],
    ["picked_up", testBox(), "picked_up"],
    ["on_ship", testBox(), "grounded"],
    ["new", testBox(), "grounded"],
    ["available", testBox({ pod_full_out_at: AT }), "picked_up"],
    ["picked_up", testBox({ empty_terminated_at: AT }), "empty_returned"],
    ["available", testBox({ pod_discharged_at: null }), "available"],
    ["grounded", inlandBox({ pod_rail_loaded_at: AT }), "on_rail"],
    ["available", inlandBox({ pod_rail_loaded_at: AT, ind_ata_at: AT }), "available"],
    ["available", inlandBox({ pod_rail_loaded_at: AT, ind_rail_unloaded_at: AT }), "available"],
    ["on_rail", inlandBox({ ind_rail_unloaded_at: AT }), "grounded"],
    ["awaiting_inland_transfer", inlandBox({ ind_rail_unloaded_at: AT }), "grounded"],
    ["", testBox(), "grounded"],
    ["in_customs_warehouse", testBox(), "in_customs_warehouse"],
  ])("reported %j, case %#", (reported, box, status) => {
    expect(currentStatus({ ...box, attributes: { ...box.attributes, current_status: reported } })).toBe(
      status,
    );
  });

  it("goes by the milestones where the reported value is not a documented one", () => {
    expect(knownStatus(testBox({ current_status: "in_customs_warehouse" }))).toBe("grounded");
  });
});

describe("statusLabel", () => {
  it("has a label for every documented status and the text itself for others", () => {
    for (const status of CONTAINER_STATUSES) expect(statusLabel(status)).not.toBe("");
    expect(statusLabel("off_dock")).toBe("Available at shipper's");
    expect(statusLabel("in_customs_warehouse")).toBe("In customs warehouse");
    expect(statusLabel("constructor")).toBe("Constructor");
  });
});
