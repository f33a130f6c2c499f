import { describe, expect, it } from "vitest";
import { DAY_MS, iso, millis } from "@/tracking-service/clock/instant";
import { rawEventIds } from "@/tracking-service/facts/raw-events";
import { journeyPlan } from "@/tracking-service/sources/simulation/plan/journey-plan";
import type { JourneyPlan } from "@/tracking-service/sources/simulation/plan/plan";
import { rawEventsAt } from "./raw-view";

const START = millis("2026-11-21T09:00:00Z");
const plans = Array.from({ length: 120 }, (_, index) =>
  journeyPlan({ seed: "raw", index, start: START, entry: "seeded", checkEveryMs: 240_000 }),
);

const misreported = ({ voyage, container }: JourneyPlan) => voyage.misreport ?? container.misreport;

describe("a line's raw events", () => {
  it("contain past and expected events known to the line", () => {
    for (const plan of plans) {
      for (const event of rawEventsAt(plan, START)) {
        const at = event.at ?? "";
        if (!event.estimated) expect(at <= iso(START), `${event.key} ${at}`).toBe(true);
        expect(event.createdAt <= iso(START), event.key).toBe(true);
      }
    }
    const all = plans.flatMap((plan) => rawEventsAt(plan, START));
    expect(all.some(({ estimated }) => estimated)).toBe(true);
    expect(all.some(({ vessel }) => vessel !== null)).toBe(true);
  });

  it("have unique ids, and an expected event keeps its id when it happens", () => {
    for (const plan of plans) {
      const before = rawEventsAt(plan, START);
      const ids = rawEventIds(plan.containerId, before);
      expect(new Set(ids).size).toBe(ids.length);
      const after = rawEventIds(plan.containerId, rawEventsAt(plan, START + 60 * DAY_MS));
      expect(ids.filter((id) => !after.includes(id))).toEqual([]);
    }
  });

  it("are empty before the manifest, and keep wrong versions next to corrected ones", () => {
    const unmanifested = plans.filter(({ voyage }) => voyage.manifestedAt > START);
    expect(unmanifested.length).toBeGreaterThan(0);
    expect(unmanifested.flatMap((plan) => rawEventsAt(plan, START))).toEqual([]);
    const wrong = plans.filter(misreported);
    expect(wrong.length).toBeGreaterThan(0);
    for (const plan of wrong) {
      const events = rawEventsAt(plan, START + 90 * DAY_MS);
      const versions = events.filter(({ event }) => event === misreported(plan)?.event);
      expect(versions.length).toBe(2);
    }
  });
});
