import { describe, expect, it } from "vitest";
import { ApiError } from "./json-api/errors";
import { rollingLimits } from "./limits";

function refusalOf(act: () => void): ApiError {
  try {
    act();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("was let through");
}

describe("rollingLimits", () => {
  it("refuses what goes beyond the limit within any window, and says truly when to come again", () => {
    let now = 0;
    const limits = rollingLimits({ perWindow: 3, windowMs: 60_000, now: () => now });
    for (const at of [0, 10_000, 30_500]) {
      now = at;
      limits.admit("a", "default");
    }
    now = 45_250;
    const refusal = refusalOf(() => limits.admit("a", "default"));
    expect(refusal.status).toBe(429);
    expect(refusal.headers).toEqual({ "Retry-After": "15" });
    now += 15_000;
    limits.admit("a", "default");
    expect(refusalOf(() => limits.admit("a", "default")).headers).toEqual({ "Retry-After": "10" });
    now += 10_000;
    limits.admit("a", "default");
  });

  it("does not count what it refused", () => {
    let now = 0;
    const limits = rollingLimits({ perWindow: 1, windowMs: 1_000, now: () => now });
    limits.admit("a", "default");
    for (now = 1; now < 900; now += 100) refusalOf(() => limits.admit("a", "default"));
    now = 1_000;
    limits.admit("a", "default");
  });

  it("keeps accounts and buckets apart", () => {
    const limits = rollingLimits({ perWindow: 1, windowMs: 1_000, now: () => 0 });
    limits.admit("a", "default");
    limits.admit("b", "default");
    limits.admit("a", "create-tracking-request");
    expect(refusalOf(() => limits.admit("a", "default")).errors[0]?.title).toBe("Too Many Requests");
  });
});
