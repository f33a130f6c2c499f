import { describe, expect, it } from "vitest";
import type { ReadinessState } from "@/lib/domain/readiness/readiness";
import { addDays, startOfLocalDay } from "@/lib/domain/time/zoned-time";
import { BOX_STANDINGS, boxStanding, type StandingFacts, worstBox } from "./worst-container";

const ZONE = "America/Los_Angeles";

/** A box with a last free day `on` in a zone, in a state of release. */
function box(
  number: string,
  {
    on = null,
    zone = ZONE,
    ready = "ready",
    ...more
  }: Partial<StandingFacts> & {
    on?: string | null;
    zone?: string | null;
    ready?: ReadinessState;
  } = {},
): StandingFacts {
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

const due = (endsAt: string | null): Partial<StandingFacts> => ({
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

describe("how a box stands", () => {
  it("turns over at the terminal's own midnight, not at UTC's or the reader's", () => {
    const facts = box("A", { on: "2026-11-20" });
    expect(boxStanding(facts, at("2026-11-21T07:59:59Z"))).toBe("due");
    expect(boxStanding(facts, at("2026-11-21T08:00:00Z"))).toBe("expired");
  });

  it("counts days by the calendar where clocks change in between", () => {
    // In Los Angeles the clock goes back on 1 November 2026: that day has 25 hours.
    const facts = box("A", { on: "2026-11-03" });
    expect(boxStanding(facts, at("2026-11-01T06:59:00Z"))).toBe("ready");
    expect(boxStanding(facts, at("2026-11-01T07:00:00Z"))).toBe("due");
    expect(boxStanding(facts, at("2026-11-04T07:59:59Z"))).toBe("due");
    expect(boxStanding(facts, at("2026-11-04T08:00:00Z"))).toBe("expired");
  });

  it.each([null, "Mars/Olympus"])("takes the digits as they stand where the zone is %s", (zone) => {
    const facts = box("A", { on: "2026-11-20", zone });
    expect(boxStanding(facts, at("2026-11-20T23:59:59Z"))).toBe("due");
    expect(boxStanding(facts, at("2026-11-21T00:00:00Z"))).toBe("expired");
  });

  it.each([
    ["ready", "due"],
    ["held", "due_stuck"],
    ["not_available", "due_stuck"],
    ["unknown", "due_stuck"],
    ["not_discharged", "due_stuck"],
  ] as const)("is due with two days left: %s means %s", (ready, standing) => {
    expect(boxStanding(box("A", { on: "2026-11-22", ready }), at("2026-11-20T20:00:00Z"))).toBe(standing);
  });

  it.each([
    ["ready", "ready"],
    ["held", "held"],
    ["not_available", "stuck"],
    ["unknown", "stuck"],
    ["not_discharged", "coming"],
    ["in_transit", "coming"],
  ] as const)("without a deadline near: %s means %s", (ready, standing) => {
    const now = at("2026-11-20T20:00:00Z");
    expect(boxStanding(box("A", { ready }), now)).toBe(standing);
    expect(boxStanding(box("A", { ready, on: "2026-11-23" }), now)).toBe(standing);
  });

  it("of a box that is out looks at the empty alone", () => {
    const out = (more: Partial<StandingFacts>) =>
      boxStanding(box("A", { on: "2026-11-01", ready: "picked_up", ...more }), at("2026-11-20T20:00:00Z"));
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

describe("the worst box", () => {
  const now = at("2026-11-20T20:00:00Z");
  const worst = (...rows: StandingFacts[]) => worstBox(rows, now)?.row.number;

  it("is none of no boxes", () => expect(worstBox([], now)).toBeNull());

  it("is the one that costs, then the one that will, then the one that waits", () => {
    const rows = [
      box("returned", { ready: "picked_up", emptyReturned: { at: "2026-11-19T20:00:00Z", zone: null } }),
      box("out", { ready: "picked_up" }),
      box("coming", { ready: "not_discharged" }),
      box("ready"),
      box("stuck", { ready: "unknown" }),
      box("held", { ready: "held" }),
      box("due", { on: "2026-11-22" }),
      box("due_stuck", { on: "2026-11-22", ready: "held" }),
      box("return_late", { ready: "picked_up", ...due("2026-11-19T00:00:00Z") }),
      box("expired", { on: "2026-11-19" }),
    ];
    for (let count = rows.length; count > 0; count -= 1) {
      const found = worstBox(rows.slice(0, count), now);
      expect(found?.row.number).toBe(found?.standing);
      expect(found?.standing).toBe(BOX_STANDINGS[rows.length - count]);
    }
  });

  it("is of equals the one whose time ended first, then the first by number", () => {
    expect(worst(box("A", { on: "2026-11-19" }), box("B", { on: "2026-11-18" }))).toBe("B");
    expect(worst(box("B", { on: "2026-11-18" }), box("A", { on: "2026-11-18" }))).toBe("A");
    expect(worst(box("B"), box("A"))).toBe("A");
    // Two places whose days begin at different instants: the earlier end is the worse.
    expect(
      worst(box("A", { on: "2026-11-21" }), box("B", { on: "2026-11-21", zone: "America/New_York" })),
    ).toBe("B");
  });
});
