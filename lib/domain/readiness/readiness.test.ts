import { describe, expect, it } from "vitest";
import { HOLD_NAMES } from "@/lib/contract/enums";
import { inlandBox, testBox } from "@/lib/domain/container/test-container";
import { currentHolds, holdOwner } from "./holds";
import { readiness } from "./readiness";

const AT = "2026-11-16T12:00:00Z";
const free = { availability_known: true, available_for_pickup: true };
const hold = (name: string, status = "hold") => ({ name, status });

describe("readiness", () => {
  it.each([
    ["ready", testBox(free)],
    ["ready", testBox({ available_for_pickup: true })],
    ["ready", testBox({ ...free, pod_discharged_at: null })],
    ["ready", testBox({ ...free, holds_at_pod_terminal: [hold("customs", "pending")] })],
    ["held", testBox({ ...free, holds_at_pod_terminal: [hold("TMF")] })],
    ["held", testBox({ holds_at_pod_terminal: [hold("something new")] })],
    ["not_available", testBox({ availability_known: true, available_for_pickup: false })],
    ["unknown", testBox()],
    ["unknown", testBox({ availability_known: false, available_for_pickup: false })],
    ["unknown", testBox({ availability_known: false, available_for_pickup: true })],
    ["unknown", testBox({ availability_known: true, available_for_pickup: null })],
    ["not_discharged", testBox({ pod_discharged_at: null })],
    ["not_discharged", testBox({ pod_discharged_at: null, available_for_pickup: false })],
    ["not_discharged", testBox({ pod_discharged_at: null, holds_at_pod_terminal: [hold("customs")] })],
    ["picked_up", testBox({ ...free, pod_full_out_at: AT })],
    ["picked_up", testBox({ ...free, current_status: "picked_up" })],
    ["in_transit", inlandBox({ ...free, pod_full_out_at: AT })],
    ["in_transit", inlandBox({ ...free, pod_rail_loaded_at: AT })],
    ["unknown", inlandBox({ ...free, pod_rail_loaded_at: AT, ind_rail_unloaded_at: AT })],
    ["ready", inlandBox({ ind_rail_unloaded_at: AT, current_status: "available" })],
    ["not_available", inlandBox({ ...free, ind_rail_unloaded_at: AT, current_status: "not_available" })],
  ])("%s, case %#", (state, box) => {
    expect(readiness(box).state).toBe(state);
  });

  it("holds the port's holds for history once the box left it", () => {
    const inland = {
      holds_at_pod_terminal: [hold("customs")],
      ind_facility_holds: [hold("freight")],
      ind_rail_unloaded_at: AT,
      current_status: "available",
    };
    expect(readiness(inlandBox({ ...inland, ind_facility_holds: null })).state).toBe("ready");
    expect(readiness(inlandBox(inland)).state).toBe("held");
    expect(currentHolds(inlandBox(inland))).toEqual([hold("freight")]);
    expect(currentHolds(testBox({ ...inland, ind_rail_unloaded_at: null }))).toEqual([hold("customs")]);
    expect(currentHolds(testBox({ holds_at_pod_terminal: [hold("customs")], pod_full_out_at: AT }))).toEqual(
      [],
    );
  });

  it("says every reason, and warns of pending holds without stopping", () => {
    const box = testBox({
      availability_known: true,
      available_for_pickup: false,
      holds_at_pod_terminal: [hold("freight"), hold("customs", "pending")],
    });
    expect(readiness(box).reasons).toEqual([
      { kind: "hold", warning: false, words: "Waits for freight release: line or forwarder resolves it" },
      { kind: "not_available", warning: false, words: "The terminal says it is not available" },
      { kind: "pending_hold", warning: true, words: "customs pending: customs broker resolves it" },
    ]);
    const warned = readiness(testBox({ ...free, holds_at_pod_terminal: [hold("USDA", "pending")] }));
    expect(warned.reasons.map(({ warning }) => warning)).toEqual([true]);
  });
});

describe("holdOwner", () => {
  it("has someone for every documented hold", () => {
    expect(Object.fromEntries(HOLD_NAMES.map((name) => [name, holdOwner(name)]))).toEqual({
      freight: "line or forwarder",
      customs: "customs broker",
      USDA: "customs broker",
      VACIS: "customs broker",
      TMF: "terminal",
      other: "read the description",
    });
  });
  it.each(["quarantine", "", "constructor"])("sends the reader of %j to the description", (name) => {
    expect(holdOwner(name)).toBe("read the description");
  });
});
