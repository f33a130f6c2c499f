import { describe, expect, it } from "vitest";
import { HOLD_NAMES } from "@/lib/contract/enums";
import { UNREADABLE_HOLD } from "@/lib/contract/reading/read-lists";
import type { Container } from "@/lib/domain/container/container-facts";
import { inlandContainer, testContainer } from "@/lib/domain/container/test-container";
import { currentHolds, holdOwner } from "./holds";
import { isUnreadable, readiness } from "./readiness";

const AT = "2026-11-16T12:00:00Z";
const free = { availability_known: true, available_for_pickup: true };
const hold = (name: string, status = "hold") => ({ name, status });

describe("readiness", () => {
  it.each([
    ["ready", testContainer(free)],
    ["ready", testContainer({ available_for_pickup: true })],
    ["ready", testContainer({ ...free, pod_discharged_at: null })],
    ["ready", testContainer({ ...free, holds_at_pod_terminal: [hold("customs", "pending")] })],
    ["held", testContainer({ ...free, holds_at_pod_terminal: [hold("TMF")] })],
    ["held", testContainer({ holds_at_pod_terminal: [hold("something new")] })],
    ["held", testContainer({ ...free, holds_at_pod_terminal: [hold("customs", "something new")] })],
    ["not_available", testContainer({ availability_known: true, available_for_pickup: false })],
    ["unknown", testContainer()],
    ["unknown", testContainer({ availability_known: false, available_for_pickup: false })],
    ["unknown", testContainer({ availability_known: false, available_for_pickup: true })],
    ["unknown", testContainer({ availability_known: true, available_for_pickup: null })],
    ["not_discharged", testContainer({ pod_discharged_at: null })],
    ["not_discharged", testContainer({ pod_discharged_at: null, available_for_pickup: false })],
    ["not_discharged", testContainer({ pod_discharged_at: null, holds_at_pod_terminal: [hold("customs")] })],
    ["picked_up", testContainer({ ...free, pod_full_out_at: AT })],
    ["picked_up", testContainer({ ...free, current_status: "picked_up" })],
    ["in_transit", inlandContainer({ ...free, pod_full_out_at: AT })],
    ["in_transit", inlandContainer({ ...free, pod_rail_loaded_at: AT })],
    ["ready", inlandContainer({ ...free, pod_rail_loaded_at: AT, ind_rail_unloaded_at: AT })],
    ["ready", inlandContainer({ ind_rail_unloaded_at: AT, current_status: "available" })],
    ["ready", inlandContainer({ ...free, ind_rail_unloaded_at: AT, current_status: "not_available" })],
    ["not_available", inlandContainer({ ind_rail_unloaded_at: AT, current_status: "not_available" })],
  ])("is %s, case %#", (state, container) => {
    expect(readiness(container).state).toBe(state);
  });

  it("counts the holds of both lists once the container left the port", () => {
    const inland = {
      holds_at_pod_terminal: [hold("customs")],
      ind_facility_holds: [hold("freight")],
      ind_rail_unloaded_at: AT,
      current_status: "available",
    };
    expect(readiness(inlandContainer({ ...inland, ind_facility_holds: null })).state).toBe("held");
    expect(readiness(inlandContainer(inland)).state).toBe("held");
    expect(currentHolds(inlandContainer(inland))).toEqual([
      { ...hold("customs"), place: "inland" },
      { ...hold("freight"), place: "inland" },
    ]);
    expect(currentHolds(testContainer({ ...inland, ind_rail_unloaded_at: null }))).toEqual([hold("customs")]);
    expect(
      currentHolds(testContainer({ holds_at_pod_terminal: [hold("customs")], pod_full_out_at: AT })),
    ).toEqual([]);
  });

  it("lists every reason, and warns of pending holds without blocking", () => {
    const container = testContainer({
      availability_known: true,
      available_for_pickup: false,
      holds_at_pod_terminal: [hold("freight"), hold("customs", "pending")],
    });
    expect(readiness(container).reasons).toEqual([
      { kind: "hold", warning: false, text: "Waiting for freight release: line or forwarder resolves it" },
      { kind: "not_available", warning: false, text: "The terminal reports it as not available" },
      { kind: "pending_hold", warning: true, text: "customs pending: customs broker resolves it" },
    ]);
    const warned = readiness(testContainer({ ...free, holds_at_pod_terminal: [hold("USDA", "pending")] }));
    expect(warned.reasons.map(({ warning }) => warning)).toEqual([true]);
  });

  it.each([
    ["other", "On hold (other): see its description"],
    ["", "On hold (no name): see its description"],
  ])("refers to the description of a hold named %j, whose owner is not known", (name, text) => {
    const { reasons } = readiness(testContainer({ ...free, holds_at_pod_terminal: [hold(name)] }));
    expect(reasons).toContainEqual({ kind: "hold", warning: false, text });
  });
});

describe("readiness without a readable hold or availability", () => {
  const SINCE = "2026-11-20T12:00:00.000Z";
  const unread = (...names: string[]) => ({
    unconfirmed: Object.fromEntries(names.map((name) => [name, SINCE])),
  });
  const holds = unread("holds_at_pod_terminal");

  it.each([
    ["unknown", testContainer(free, {}, holds)],
    ["held", testContainer({ ...free, holds_at_pod_terminal: [hold("customs")] }, {}, holds)],
    ["not_available", testContainer({ available_for_pickup: false }, {}, holds)],
    ["not_discharged", testContainer({ pod_discharged_at: null }, {}, holds)],
    ["picked_up", testContainer({ ...free, pod_full_out_at: AT }, {}, holds)],
    ["ready", testContainer(free, {}, unread("ind_facility_holds", "current_status"))],
    [
      "unknown",
      inlandContainer(
        { ind_rail_unloaded_at: AT, current_status: "available" },
        {},
        unread("ind_facility_holds"),
      ),
    ],
    ["unknown", inlandContainer({ ind_rail_unloaded_at: AT, current_status: "available" }, {}, holds)],
    ["ready", inlandContainer({ ...free, ind_rail_unloaded_at: AT }, {}, unread("current_status"))],
    [
      "unknown",
      inlandContainer(
        { ind_rail_unloaded_at: AT, current_status: "available" },
        {},
        unread("current_status"),
      ),
    ],
    ["unknown", testContainer(free, {}, unread("available_for_pickup"))],
    ["unknown", testContainer(free, {}, unread("availability_known"))],
    ["unknown", testContainer({}, {}, unread("available_for_pickup"))],
    ["ready", testContainer(free, {}, unread("pickup_lfd", "pod_timezone"))],
  ])("is %s, case %#", (state, container) => {
    const read = readiness(container);
    expect(read.state).toBe(state);
    expect(isUnreadable(read)).toBe(state !== "ready" && state !== "picked_up");
  });

  it("says what could not be read", () => {
    const texts = (container: Container) => readiness(container).reasons.map(({ text }) => text);
    expect(
      texts(testContainer({ ...free, holds_at_pod_terminal: [hold(UNREADABLE_HOLD)] }, {}, holds)),
    ).toEqual(["Could not read hold"]);
    expect(texts(testContainer({}, {}, unread("available_for_pickup", "pickup_lfd")))).toEqual([
      "Could not read availability",
      "Could not read last free day",
    ]);
    expect(readiness(testContainer(free, {}, holds)).label).toBe("Could not read hold");
  });
});

describe("holdOwner", () => {
  it("returns an owner for every documented hold", () => {
    expect(Object.fromEntries(HOLD_NAMES.map((name) => [name, holdOwner(name)]))).toEqual({
      freight: "line or forwarder",
      customs: "customs broker",
      USDA: "customs broker",
      VACIS: "customs broker",
      TMF: "cargo payer (PierPass)",
      other: "See description",
    });
  });
  it.each(["quarantine", "", "constructor"])("refers to the description for %j", (name) => {
    expect(holdOwner(name)).toBe("See description");
  });
});
