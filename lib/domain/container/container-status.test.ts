import { describe, expect, it } from "vitest";
import { CONTAINER_STATUSES } from "@/lib/contract/enums";
import { currentStatus, derivedStatus, knownStatus, statusLabel } from "./container-status";
import { inlandContainer, testContainer } from "./test-container";

const AT = "2026-11-16T12:00:00Z";

describe("derivedStatus", () => {
  it.each([
    [testContainer({ pod_discharged_at: null }), "new"],
    [testContainer({ pod_discharged_at: null }, { pol_atd_at: AT }), "on_ship"],
    [testContainer({ pod_discharged_at: null, pod_arrived_at: AT }), "on_ship"],
    [testContainer(), "grounded"],
    [testContainer({ pod_full_out_at: AT }), "picked_up"],
    [testContainer({ delivered_at: AT }), "delivered"],
    [testContainer({ empty_terminated_at: AT }), "empty_returned"],
    [inlandContainer(), "awaiting_inland_transfer"],
    [inlandContainer({ pod_full_out_at: AT }), "on_rail"],
    [inlandContainer({ pod_rail_loaded_at: AT }), "on_rail"],
    [inlandContainer({ ind_ata_at: AT }), "on_rail"],
    [inlandContainer({ pod_rail_loaded_at: AT, ind_rail_unloaded_at: AT }), "grounded"],
    [inlandContainer({ final_destination_full_out_at: AT }), "picked_up"],
  ])("derives the status, case %#", (container, status) => {
    expect(derivedStatus(container)).toBe(status);
    expect(currentStatus(container)).toBe(status);
  });
});

describe("currentStatus", () => {
  it.each([
    ["available", testContainer(), "available"],
    ["not_available", testContainer(), "not_available"],
    ["picked_up", testContainer(), "picked_up"],
    ["on_ship", testContainer(), "grounded"],
    ["new", testContainer(), "grounded"],
    ["available", testContainer({ pod_full_out_at: AT }), "picked_up"],
    ["picked_up", testContainer({ empty_terminated_at: AT }), "empty_returned"],
    ["available", testContainer({ pod_discharged_at: null }), "available"],
    ["grounded", inlandContainer({ pod_rail_loaded_at: AT }), "on_rail"],
    ["available", inlandContainer({ pod_rail_loaded_at: AT, ind_ata_at: AT }), "available"],
    ["available", inlandContainer({ pod_rail_loaded_at: AT, ind_rail_unloaded_at: AT }), "available"],
    ["on_rail", inlandContainer({ ind_rail_unloaded_at: AT }), "grounded"],
    ["awaiting_inland_transfer", inlandContainer({ ind_rail_unloaded_at: AT }), "grounded"],
    ["", testContainer(), "grounded"],
    ["in_customs_warehouse", testContainer(), "in_customs_warehouse"],
  ])("given the reported status %j, case %#", (reported, container, status) => {
    expect(
      currentStatus({ ...container, attributes: { ...container.attributes, current_status: reported } }),
    ).toBe(status);
  });

  it("uses the milestones if the reported value is not documented", () => {
    expect(knownStatus(testContainer({ current_status: "in_customs_warehouse" }))).toBe("grounded");
  });
});

describe("statusLabel", () => {
  it("has a label for every documented status, and uses the text itself for others", () => {
    for (const status of CONTAINER_STATUSES) expect(statusLabel(status)).not.toBe("");
    expect(statusLabel("off_dock")).toBe("Available at shipper's");
    expect(statusLabel("in_customs_warehouse")).toBe("In customs warehouse");
    expect(statusLabel("constructor")).toBe("Constructor");
  });
});
