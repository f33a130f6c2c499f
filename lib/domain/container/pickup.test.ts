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
} from "./pickup";
import { facility, inlandBox, testBox } from "./test-container";

const AT = "2026-11-16T12:00:00Z";

describe("isInland", () => {
  it.each([
    [testBox(), false],
    [testBox({}, { destination_locode: "uslax " }), false],
    [testBox({}, { destination_locode: "USCHI", port_of_discharge_locode: null }), false],
    [testBox({}, {}, { shipment: null }), false],
    [testBox({ import_deadlines: { pickup_lfd_rail: AT } }), false],
    [inlandBox(), true],
    [testBox({ pod_rail_loaded_at: AT }), true],
    [testBox({ pod_rail_departed_at: AT }), true],
    [testBox({ ind_eta_at: AT }), true],
    [testBox({ ind_rail_unloaded_at: AT }), true],
    [testBox({ current_status: "on_rail" }), true],
  ])("case %#", (box, inland) => expect(isInland(box)).toBe(inland));
});

describe("pickedUp", () => {
  it("is full out at the port for a port move, in the port's zone", () => {
    expect(pickedUp(testBox({ pod_full_out_at: AT }))).toEqual({ at: AT, zone: "America/Los_Angeles" });
  });

  it("is only the inland full out for an inland move", () => {
    expect(pickedUp(inlandBox({ pod_full_out_at: AT }))).toBeNull();
    expect(isPickedUp(inlandBox({ pod_full_out_at: AT }))).toBe(false);
    expect(pickedUp(inlandBox({ final_destination_full_out_at: AT }))).toEqual({
      at: AT,
      zone: "America/Chicago",
    });
  });

  it("is known without an instant where only the status says so", () => {
    const box = testBox({ current_status: "picked_up" });
    expect(pickedUp(box)).toBeNull();
    expect(isPickedUp(box)).toBe(true);
    expect(isPickedUp(testBox({ empty_terminated_at: AT }))).toBe(true);
    expect(isPickedUp(testBox())).toBe(false);
  });
});

describe("leftPort", () => {
  it.each([
    [testBox(), false],
    [testBox({ pod_full_out_at: AT }), true],
    [inlandBox(), false],
    [inlandBox({ pod_full_out_at: AT }), true],
    [inlandBox({ pod_rail_loaded_at: AT }), true],
    [inlandBox({ ind_rail_unloaded_at: AT }), true],
    [inlandBox({ current_status: "on_rail" }), true],
  ])("case %#", (box, left) => expect(leftPort(box)).toBe(left));
});

describe("onTerminalGround", () => {
  it.each([
    [testBox(), true],
    [testBox({ pod_discharged_at: null }), false],
    [testBox({ pod_discharged_at: null, current_status: "not_available" }), true],
    [testBox({ current_status: "on_ship" }), true],
    [testBox({ current_status: "in_customs_warehouse" }), true],
    [testBox({ current_status: "off_dock" }), false],
    [testBox({ pod_full_out_at: AT }), false],
    [testBox({ pod_full_out_at: AT, current_status: "available" }), false],
    [inlandBox(), true],
    [inlandBox({ pod_rail_loaded_at: AT }), false],
    [inlandBox({ pod_rail_loaded_at: AT, ind_rail_unloaded_at: AT }), true],
    [inlandBox({ ind_rail_unloaded_at: AT, final_destination_full_out_at: AT }), false],
  ])("case %#", (box, ground) => expect(onTerminalGround(box)).toBe(ground));
});

describe("where and when", () => {
  it("names the port's terminal until the box has left, then the inland facility", () => {
    expect(pickupPlace(inlandBox()).facility?.id).toBe("t-1");
    expect(pickupPlace(inlandBox({ pod_rail_loaded_at: AT }))).toEqual({
      inland: true,
      facility: facility("r-1", "BNSF LPC Chicago"),
      zone: "America/Chicago",
    });
    const terminal = facility("t-1", "APM Pier 400");
    const pickup = { pickupFacility: terminal };
    expect(pickupPlace(inlandBox({ pod_rail_loaded_at: AT }, {}, pickup)).facility?.id).toBe("r-1");
    const named = { pickupFacility: facility("r-2", "UP Global 4") };
    expect(pickupPlace(inlandBox({ pod_rail_loaded_at: AT }, {}, named)).facility?.id).toBe("r-2");
    expect(pickupPlace(testBox({ pod_full_out_at: AT })).facility?.id).toBe("t-1");
    expect(pickupPlace(testBox({ current_status: "off_dock" }, {}, named)).facility?.id).toBe("r-2");
  });

  it("takes the shipment's zone only where the container leaves its own out", () => {
    expect(pickupPlace(testBox({ pod_timezone: undefined })).zone).toBe("America/Los_Angeles");
    expect(pickupPlace(testBox({ pod_timezone: null })).zone).toBeNull();
  });

  it("knows the empty's return by a milestone or a status", () => {
    expect(emptyReturned(testBox({ empty_terminated_at: AT }))).toEqual({ at: AT, zone: null });
    expect(isEmptyReturned(testBox({ current_status: "empty_returned" }))).toBe(true);
    expect(isEmptyReturned(testBox({ pod_full_out_at: AT }))).toBe(false);
  });

  it("is not discharged while nothing says so", () => {
    expect(isDischarged(testBox({ pod_discharged_at: null }))).toBe(false);
    expect(isDischarged(testBox({ pod_discharged_at: null, current_status: "on_ship" }))).toBe(false);
    expect(isDischarged(testBox({ pod_discharged_at: null, current_status: "grounded" }))).toBe(true);
  });

  it("counts the rail carrier's check only at the rail ramp", () => {
    const checks = { terminal_checked_at: AT, rail_last_tracking_request_at: "2026-11-18T12:00:00Z" };
    expect(checkedAt(inlandBox(checks))).toBe(AT);
    expect(checkedAt(inlandBox({ ...checks, pod_rail_loaded_at: AT }))).toBe("2026-11-18T12:00:00Z");
    expect(checkedAt(testBox())).toBeNull();
  });
});
