import { describe, expect, it } from "vitest";
import { journeyPlan } from "@/tracking-service/sources/simulation/plan/journey-plan";
import { checkEveryMs } from "./simulation";
import { lastCheck, nextCheck } from "./terminal-view";

const START = Date.parse("2026-11-21T09:00:00Z");

describe("a terminal's checks", () => {
  it.each([1, 151, 167, 300, 999, 2_501])("continue for any number of containers: %i", (containers) => {
    for (let index = 0; index < 8; index += 1) {
      const plan = journeyPlan({
        seed: "checks",
        index,
        start: START,
        entry: "seeded",
        checkEveryMs: checkEveryMs(containers),
      });
      const { stay } = plan.container;
      const { noiseSeed } = plan;
      let before = nextCheck(stay, noiseSeed, stay.from);
      for (let count = 0; before && count < 200; count += 1) {
        expect(lastCheck(stay, noiseSeed, before.at)).toEqual(before);
        const next = nextCheck(stay, noiseSeed, before.at);
        if (next) expect(next.at).toBeGreaterThan(before.at);
        before = next;
      }
    }
  });
});
