import { describe, expect, it } from "vitest";
import { accessNow, accountState, FEATURE_LABELS, latestOf, PLAN_FEATURES } from "./messages";

const EARLY = "2026-11-20T08:00:00Z";
const LATE = "2026-11-20T08:00:00.001Z";
/** A later instant than LATE, although its text sorts before it. */
const ELSEWHERE = "2026-11-20T04:00:00-05:00";

describe("access by the last observation", () => {
  it.each([
    [null, null, "unknown"],
    [EARLY, null, "yes"],
    [null, EARLY, "no"],
    [EARLY, LATE, "no"],
    [LATE, EARLY, "yes"],
    [EARLY, EARLY, "yes"],
    [LATE, ELSEWHERE, "no"],
  ] as const)("open %s, refused %s: %s", (openAt, refusedAt, access) => {
    expect(accessNow({ openAt, refusedAt })).toBe(access);
  });

  it("compares instants, not their text", () => {
    expect(latestOf(LATE, ELSEWHERE, null, undefined)).toBe(ELSEWHERE);
    expect(latestOf(null, undefined)).toBeNull();
  });
});

describe("status of the account", () => {
  const status = (seen: Partial<Parameters<typeof accountState>[0]>) =>
    accountState({ worksAt: null, keyRefusedAt: null, planRefusedAt: null, everRead: false, ...seen });

  it("is unknown before the first response of the service", () => {
    expect(status({})).toBe("unknown");
  });

  it("follows the last refusal until records are read again", () => {
    expect(status({ worksAt: EARLY, keyRefusedAt: LATE, everRead: true })).toBe("key_refused");
    expect(status({ worksAt: LATE, keyRefusedAt: EARLY, everRead: true })).toBe("works");
    expect(status({ keyRefusedAt: EARLY, planRefusedAt: LATE })).toBe("free_plan");
    expect(status({ keyRefusedAt: LATE, planRefusedAt: EARLY })).toBe("key_refused");
  });

  it("distinguishes a free account from an account that could read before", () => {
    expect(status({ planRefusedAt: LATE })).toBe("free_plan");
    expect(status({ planRefusedAt: LATE, worksAt: EARLY, everRead: true })).toBe("trial_over");
    expect(status({ planRefusedAt: LATE, everRead: true })).toBe("trial_over");
  });
});

it("has a distinct label for every feature", () => {
  const labels = PLAN_FEATURES.map((feature) => FEATURE_LABELS[feature].label);
  expect(new Set(labels).size).toBe(PLAN_FEATURES.length);
});
