import { describe, expect, it } from "vitest";
import type { ReadinessState } from "@/lib/domain/readiness/readiness";
import { addDays, startOfLocalDay } from "@/lib/domain/time/zoned-time";
import { CONTAINER_STATES, containerState, type StateFacts, worstContainer } from "./worst-container";

const ZONE = "America/Los_Angeles";

/** Builds a container with the last free day `on` in a zone and a readiness. */
function container(
  number: string,
  {
    on = null,
    zone = ZONE,
    ready = "ready",
    ...more
  }: Partial<StateFacts> & {
    on?: string | null;
    zone?: string | null;
    ready?: ReadinessState;
  } = {},
): StateFacts {
  const endsAt = on && startOfLocalDay(addDays(on, 1), zone).toISOString();
  const gone = ready === "picked_up";
  return {
    number,
    deadline: {
      state: gone ? "picked_up" : on ? "applies" : "not_reported",
      governing: on && endsAt ? { on, zone, source: "terminal", endsAt } : null,
      sources: [],
      serviceNames: null,
    },
    readiness: { state: ready, label: "", reasons: [] },
    status: { value: gone ? "picked_up" : "available", label: "" },
    returnDue: null,
    emptyReturned: null,
    ...more,
  };
}

const due = (endsAt: string | null): Partial<StateFacts> => ({
  returnDue: {
    state: endsAt ? "due" : "terms_not_set",
    on: endsAt?.slice(0, 10) ?? null,
    endsAt,
    zone: ZONE,
    outAt: null,
    returnedAt: null,
  },
});

const at = (text: string) => new Date(text);

describe("containerState", () => {
  it("changes at the local midnight of the terminal, not of UTC or the user", () => {
    const facts = container("A", { on: "2026-11-20" });
    expect(containerState(facts, at("2026-11-21T07:59:59Z"))).toBe("due");
    expect(containerState(facts, at("2026-11-21T08:00:00Z"))).toBe("expired");
  });

  it("counts calendar days across clock changes", () => {
    // In Los Angeles the clock goes back on 1 November 2026. That day has 25 hours.
    const facts = container("A", { on: "2026-11-03" });
    expect(containerState(facts, at("2026-11-01T06:59:00Z"))).toBe("ready");
    expect(containerState(facts, at("2026-11-01T07:00:00Z"))).toBe("due");
    expect(containerState(facts, at("2026-11-04T07:59:59Z"))).toBe("due");
    expect(containerState(facts, at("2026-11-04T08:00:00Z"))).toBe("expired");
  });

  it.each([null, "Mars/Olympus"])("counts in UTC when the zone is %s", (zone) => {
    const facts = container("A", { on: "2026-11-20", zone });
    expect(containerState(facts, at("2026-11-20T23:59:59Z"))).toBe("due");
    expect(containerState(facts, at("2026-11-21T00:00:00Z"))).toBe("expired");
  });

  it.each([
    ["ready", "due"],
    ["held", "due_stuck"],
    ["not_available", "due_stuck"],
    ["unknown", "due_stuck"],
    ["not_discharged", "due_stuck"],
  ] as const)("is due with two days left: readiness %s gives %s", (ready, state) => {
    expect(containerState(container("A", { on: "2026-11-22", ready }), at("2026-11-20T20:00:00Z"))).toBe(
      state,
    );
  });

  it.each([
    ["ready", "ready"],
    ["held", "held"],
    ["not_available", "stuck"],
    ["unknown", "stuck"],
    ["not_discharged", "coming"],
    ["in_transit", "coming"],
  ] as const)("has no close deadline: readiness %s gives %s", (ready, state) => {
    const now = at("2026-11-20T20:00:00Z");
    expect(containerState(container("A", { ready }), now)).toBe(state);
    expect(containerState(container("A", { ready, on: "2026-11-23" }), now)).toBe(state);
  });

  it("uses only the empty return after gate out", () => {
    const out = (more: Partial<StateFacts>) =>
      containerState(
        container("A", { on: "2026-11-01", ready: "picked_up", ...more }),
        at("2026-11-20T20:00:00Z"),
      );
    expect(out({})).toBe("out");
    expect(out(due(null))).toBe("out");
    expect(out(due("2026-11-20T20:00:00.001Z"))).toBe("out");
    expect(out(due("2026-11-20T20:00:00Z"))).toBe("return_late");
    expect(
      out({ emptyReturned: { at: "2026-11-19T20:00:00Z", zone: null }, ...due("2026-11-01T00:00:00Z") }),
    ).toBe("returned");
    expect(out({ status: { value: "empty_returned", label: "" } })).toBe("returned");
  });
});

describe("worstContainer", () => {
  const now = at("2026-11-20T20:00:00Z");
  const worst = (...rows: StateFacts[]) => worstContainer(rows, now)?.row.number;

  it("is null without containers", () => expect(worstContainer([], now)).toBeNull());

  it("prefers containers with charges, then those with imminent charges, then blocked ones", () => {
    const rows = [
      container("returned", {
        ready: "picked_up",
        emptyReturned: { at: "2026-11-19T20:00:00Z", zone: null },
      }),
      container("out", { ready: "picked_up" }),
      container("coming", { ready: "not_discharged" }),
      container("ready"),
      container("stuck", { ready: "unknown" }),
      container("held", { ready: "held" }),
      container("due", { on: "2026-11-22" }),
      container("due_stuck", { on: "2026-11-22", ready: "held" }),
      container("return_late", { ready: "picked_up", ...due("2026-11-19T00:00:00Z") }),
      container("expired", { on: "2026-11-19" }),
    ];
    for (let count = rows.length; count > 0; count -= 1) {
      const found = worstContainer(rows.slice(0, count), now);
      expect(found?.row.number).toBe(found?.state);
      expect(found?.state).toBe(CONTAINER_STATES[rows.length - count]);
    }
  });

  it("prefers the earliest end time among equals, then the lowest number", () => {
    expect(worst(container("A", { on: "2026-11-19" }), container("B", { on: "2026-11-18" }))).toBe("B");
    expect(worst(container("B", { on: "2026-11-18" }), container("A", { on: "2026-11-18" }))).toBe("A");
    expect(worst(container("B"), container("A"))).toBe("A");
    // The days of the two locations start at different times. The earlier end is worse.
    expect(
      worst(
        container("A", { on: "2026-11-21" }),
        container("B", { on: "2026-11-21", zone: "America/New_York" }),
      ),
    ).toBe("B");
  });
});
