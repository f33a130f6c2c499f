import { describe, expect, it } from "vitest";
import { EVENTS } from "@/lib/contract/events";
import { inlandContainer, testContainer } from "@/lib/domain/container/test-container";
import { eventLabel } from "./event-labels";
import { milestones, type TransportMilestone } from "./milestones";

const event = (
  name: string,
  at: string | null,
  rest: Partial<TransportMilestone> = {},
): TransportMilestone => ({
  event: `container.transport.${name}`,
  at,
  zone: "America/Los_Angeles",
  place: "Los Angeles",
  vessel: null,
  voyage: null,
  source: "terminal",
  ...rest,
});
const DISCHARGED = "2026-11-14T18:00:00Z";
const LOADED = "2026-10-28T02:14:00Z";

function names(timeline: ReturnType<typeof milestones>, state: "past" | "expected"): string[] {
  return timeline.filter((entry) => entry.state === state).map(({ label }) => label);
}

describe("past milestones", () => {
  it("are sorted by time, regardless of input order, with equal times in the journey's order", () => {
    const timeline = milestones(
      [
        event("vessel_berthed", DISCHARGED),
        event("vessel_discharged", DISCHARGED),
        event("vessel_arrived", DISCHARGED),
        event("vessel_loaded", LOADED, { zone: "Europe/Brussels", place: "Antwerp", vessel: "Ludwigshafen" }),
      ],
      testContainer(),
    );
    expect(names(timeline, "past")).toEqual([
      "Vessel loaded",
      "Vessel arrived",
      "Vessel berthed",
      "Discharged",
    ]);
    expect(timeline[0]).toMatchObject({
      actual: { at: LOADED, zone: "Europe/Brussels" },
      place: "Antwerp",
      vessel: "Ludwigshafen",
      source: "terminal",
    });
  });

  it("omit estimates, deadline changes and duplicates, and include undocumented events", () => {
    const timeline = milestones(
      [
        event("vessel_discharged", DISCHARGED),
        event("vessel_discharged", "2026-11-14T18:00:00.000Z"),
        event("estimated.vessel_arrived", DISCHARGED),
        { ...event("x", DISCHARGED), event: "container.pickup_lfd.changed" },
        event("barge_loaded", DISCHARGED),
      ],
      testContainer(),
    );
    expect(names(timeline, "past")).toEqual(["Discharged", "Barge loaded"]);
  });

  it("include those proven by the container's own attributes, but never twice", () => {
    const container = testContainer({
      pod_full_out_at: "2026-11-18T20:00:00Z",
      pol_vessel_loaded_at: LOADED,
    });
    const timeline = milestones([event("full_out", "2026-11-18T20:05:00Z")], container);
    expect(names(timeline, "past")).toEqual(["Vessel loaded", "Discharged", "Gate out (full)"]);
  });

  it("place a milestone without a time after the timed ones", () => {
    const timeline = milestones(
      [event("vessel_arrived", null), event("vessel_loaded", LOADED)],
      testContainer(),
    );
    expect(names(timeline, "past")).toEqual(["Vessel loaded", "Discharged", "Vessel arrived"]);
    expect(timeline[2]?.actual).toBeNull();
  });
});

describe("expected milestones", () => {
  it("follow the furthest step, with planned times and the reason for waiting", () => {
    const container = testContainer({
      pickup_appointment_at: "2026-11-20T22:00:00Z",
      holds_at_pod_terminal: [
        { name: "freight", status: "hold" },
        { name: "customs", status: "pending" },
      ],
    });
    const timeline = milestones([event("vessel_discharged", DISCHARGED)], container);
    expect(timeline.filter(({ state }) => state === "expected")).toMatchObject([
      { label: "Available", waitsFor: "waiting for freight release", planned: null },
      { label: "Gate out (full)", planned: { at: "2026-11-20T22:00:00Z", zone: "America/Los_Angeles" } },
      { label: "Empty returned", planned: null },
    ]);
  });

  it("include rail steps for an inland move", () => {
    const container = inlandContainer({ ind_eta_at: "2026-11-22T12:00:00Z" });
    const timeline = milestones([event("vessel_discharged", DISCHARGED)], container);
    expect(names(timeline, "expected")).toEqual([
      "Rail loaded",
      "Rail departed",
      "Arrived at inland destination",
      "Rail unloaded",
      "Available",
      "Gate out (full)",
      "Empty returned",
    ]);
    expect(timeline.find(({ label }) => label === "Arrived at inland destination")).toMatchObject({
      place: "Chicago",
      planned: { at: "2026-11-22T12:00:00Z", zone: "America/Chicago" },
    });
  });

  it("omit steps that a status or a later step already proves", () => {
    const atSea = testContainer({ pod_discharged_at: null, current_status: "on_ship" });
    expect(names(milestones([], atSea), "expected")[0]).toBe("Vessel departed");
    const ready = testContainer({ available_for_pickup: true });
    expect(names(milestones([], ready), "expected")).toEqual(["Gate out (full)", "Empty returned"]);
    expect(names(milestones([], testContainer({ current_status: "picked_up" })), "expected")).toEqual([
      "Empty returned",
    ]);
    expect(names(milestones([], testContainer({ empty_terminated_at: DISCHARGED })), "expected")).toEqual([]);
  });

  it("include availability again after it was revoked", () => {
    const container = testContainer({ availability_known: true, available_for_pickup: false });
    const timeline = milestones(
      [event("available", "2026-11-15T18:00:00Z"), event("not_available", "2026-11-16T18:00:00Z")],
      container,
    );
    expect(timeline.filter(({ state }) => state === "expected")[0]).toMatchObject({
      label: "Available",
      waitsFor: "waiting for the terminal to make it available",
    });
  });
});

describe("the delay against the first estimate", () => {
  const sea = { pod_discharged_at: null };
  const first = { pod_original_eta_at: "2026-11-13T20:00:00Z" };
  const delayOf = (eta: string) =>
    milestones([], testContainer(sea, { ...first, pod_eta_at: eta })).find(
      ({ label }) => label === "Vessel arrived",
    )?.delay;

  it.each([
    ["2026-11-16T06:00:00Z", "2d after first ETA"],
    ["2026-11-14T07:59:00Z", "on first ETA"],
    ["2026-11-12T20:00:00Z", "1d before first ETA"],
  ])("is computed for %s: %s", (eta, text) => {
    expect(delayOf(eta)).toBe(text);
  });

  it("uses the actual arrival, and is null without a first ETA", () => {
    const arrived = event("vessel_arrived", "2026-11-15T20:00:00Z");
    expect(milestones([arrived], testContainer({}, first))[1]?.delay).toBe("2d after first ETA");
    expect(milestones([arrived], testContainer({}, {}))[1]?.delay).toBeNull();
  });
});

describe("eventLabel", () => {
  it("has a label for every cataloged event", () => {
    for (const name of EVENTS) expect(eventLabel(name)).not.toMatch(/[._]/);
  });
  it("makes an undocumented event readable", () => {
    expect(eventLabel("container.transport.barge_loaded")).toBe("Barge loaded");
    expect(eventLabel("constructor")).toBe("Constructor");
  });
});
