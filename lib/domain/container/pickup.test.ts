import { describe, expect, it } from "vitest";
import {
  checkedAt,
  emptyReturned,
  isDischarged,
  isEmptyReturned,
  isInland,
  isPickedUp,
  leftPort,
  onTerminalGround,
  pickedUp,
  pickupPlace,
  yardSpot,
} from "./pickup";
import { facility, inlandContainer, testContainer } from "./test-container";

const AT = "2026-11-16T12:00:00Z";

describe("isInland", () => {
  it.each([
    [testContainer(), false],
    [testContainer({}, { destination_locode: "uslax " }), false],
    [testContainer({}, { destination_locode: "USCHI", port_of_discharge_locode: null }), false],
    [testContainer({}, {}, { shipment: null }), false],
    [testContainer({ import_deadlines: { pickup_lfd_rail: AT } }), false],
    [inlandContainer(), true],
    [testContainer({ pod_rail_loaded_at: AT }), true],
    [testContainer({ pod_rail_departed_at: AT }), true],
    [testContainer({ ind_eta_at: AT }), true],
    [testContainer({ ind_rail_unloaded_at: AT }), true],
    [testContainer({ current_status: "on_rail" }), true],
  ])("detects an inland move, case %#", (container, inland) => expect(isInland(container)).toBe(inland));
});

describe("pickedUp", () => {
  it("is the gate out at the port for a port move, in the port's zone", () => {
    expect(pickedUp(testContainer({ pod_full_out_at: AT }))).toEqual({ at: AT, zone: "America/Los_Angeles" });
  });

  it("is the inland gate out only for an inland move", () => {
    expect(pickedUp(inlandContainer({ pod_full_out_at: AT }))).toBeNull();
    expect(isPickedUp(inlandContainer({ pod_full_out_at: AT }))).toBe(false);
    expect(pickedUp(inlandContainer({ final_destination_full_out_at: AT }))).toEqual({
      at: AT,
      zone: "America/Chicago",
    });
  });

  it("is known without an instant if only the status shows it", () => {
    const container = testContainer({ current_status: "picked_up" });
    expect(pickedUp(container)).toBeNull();
    expect(isPickedUp(container)).toBe(true);
    expect(isPickedUp(testContainer({ empty_terminated_at: AT }))).toBe(true);
    expect(isPickedUp(testContainer())).toBe(false);
  });
});

describe("leftPort", () => {
  it.each([
    [testContainer(), false],
    [testContainer({ pod_full_out_at: AT }), true],
    [inlandContainer(), false],
    [inlandContainer({ pod_full_out_at: AT }), true],
    [inlandContainer({ pod_rail_loaded_at: AT }), true],
    [inlandContainer({ ind_rail_unloaded_at: AT }), true],
    [inlandContainer({ current_status: "on_rail" }), true],
  ])("detects that the container left the port, case %#", (container, left) =>
    expect(leftPort(container)).toBe(left),
  );
});

describe("onTerminalGround", () => {
  it.each([
    [testContainer(), true],
    [testContainer({ pod_discharged_at: null }), false],
    [testContainer({ pod_discharged_at: null, current_status: "not_available" }), true],
    [testContainer({ current_status: "on_ship" }), true],
    [testContainer({ current_status: "in_customs_warehouse" }), true],
    [testContainer({ current_status: "off_dock" }), false],
    [testContainer({ pod_full_out_at: AT }), false],
    [testContainer({ pod_full_out_at: AT, current_status: "available" }), false],
    [inlandContainer(), true],
    [inlandContainer({ pod_rail_loaded_at: AT }), false],
    [inlandContainer({ pod_rail_loaded_at: AT, ind_rail_unloaded_at: AT }), true],
    [inlandContainer({ ind_rail_unloaded_at: AT, final_destination_full_out_at: AT }), false],
  ])("detects a container on terminal ground, case %#", (container, ground) =>
    expect(onTerminalGround(container)).toBe(ground),
  );
});

describe("pickup place and times", () => {
  it("uses the port's terminal until the container has left, then the inland facility", () => {
    expect(pickupPlace(inlandContainer()).facility?.id).toBe("t-1");
    expect(pickupPlace(inlandContainer({ pod_rail_loaded_at: AT }))).toEqual({
      inland: true,
      facility: facility("r-1", "BNSF LPC Chicago"),
      zone: "America/Chicago",
    });
    const terminal = facility("t-1", "APM Pier 400");
    const pickup = { pickupFacility: terminal };
    expect(pickupPlace(inlandContainer({ pod_rail_loaded_at: AT }, {}, pickup)).facility?.id).toBe("r-1");
    const named = { pickupFacility: facility("r-2", "UP Global 4") };
    expect(pickupPlace(inlandContainer({ pod_rail_loaded_at: AT }, {}, named)).facility?.id).toBe("r-2");
    expect(pickupPlace(testContainer({ pod_full_out_at: AT })).facility?.id).toBe("t-1");
    expect(pickupPlace(testContainer({ current_status: "off_dock" }, {}, named)).facility?.id).toBe("r-2");
  });

  it("uses the shipment's zone only if the container's own is absent", () => {
    expect(pickupPlace(testContainer({ pod_timezone: undefined })).zone).toBe("America/Los_Angeles");
    expect(pickupPlace(testContainer({ pod_timezone: null })).zone).toBeNull();
  });

  it("detects the empty return by a milestone or a status", () => {
    expect(emptyReturned(testContainer({ empty_terminated_at: AT }))).toEqual({ at: AT, zone: null });
    expect(isEmptyReturned(testContainer({ current_status: "empty_returned" }))).toBe(true);
    expect(isEmptyReturned(testContainer({ pod_full_out_at: AT }))).toBe(false);
  });

  it("is not discharged without any report", () => {
    expect(isDischarged(testContainer({ pod_discharged_at: null }))).toBe(false);
    expect(isDischarged(testContainer({ pod_discharged_at: null, current_status: "on_ship" }))).toBe(false);
    expect(isDischarged(testContainer({ pod_discharged_at: null, current_status: "grounded" }))).toBe(true);
  });

  it("counts the rail carrier's check only at the rail ramp", () => {
    const checks = { terminal_checked_at: AT, rail_last_tracking_request_at: "2026-11-18T12:00:00Z" };
    expect(checkedAt(inlandContainer(checks))).toBe(AT);
    expect(checkedAt(inlandContainer({ ...checks, pod_rail_loaded_at: AT }))).toBe("2026-11-18T12:00:00Z");
    expect(checkedAt(testContainer())).toBeNull();
    const railAlone = { ...checks, terminal_checked_at: null };
    expect(checkedAt(inlandContainer(railAlone))).toBeNull();
    expect(checkedAt(inlandContainer({ ...railAlone, pod_rail_loaded_at: AT }))).toBe("2026-11-18T12:00:00Z");
  });

  it("shows the spot of the place that was checked", () => {
    const spot = { location_at_pod_terminal: "B 12", pod_rail_loaded_at: AT };
    expect(yardSpot(testContainer({ location_at_pod_terminal: "B 12" }))).toBe("B 12");
    expect(yardSpot(inlandContainer({ ...spot, pod_rail_loaded_at: null }))).toBe("B 12");
    expect(yardSpot(inlandContainer(spot))).toBeNull();
    const arrived = { ...spot, ind_ata_at: "2026-11-20T12:00:00Z" };
    expect(yardSpot(inlandContainer({ ...arrived, terminal_checked_at: AT }))).toBeNull();
    expect(yardSpot(inlandContainer({ ...arrived, terminal_checked_at: "2026-11-20T12:00:00Z" }))).toBe(
      "B 12",
    );
  });
});
