import { describe, expect, it } from "vitest";
import { ApiError } from "@/tracking-service/json-api/errors";
import { type Bucket, rollingLimits } from "./rate-limits";

const BUCKETS: Bucket[] = ["default", "infer-number", "create-tracking-request", "refresh-container"];

function refusalOf(action: () => void): ApiError {
  try {
    action();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("was let through");
}

describe("rollingLimits", () => {
  it("rejects requests above the limit in any window, with an exact wait time", () => {
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

  it("does not count rejected requests", () => {
    let now = 0;
    const limits = rollingLimits({ perWindow: 1, windowMs: 1_000, now: () => now });
    limits.admit("a", "default");
    for (now = 1; now < 900; now += 100) refusalOf(() => limits.admit("a", "default"));
    now = 2_001;
    limits.admit("a", "default");
  });

  it("counts accounts and buckets separately", () => {
    const limits = rollingLimits({ perWindow: 1, windowMs: 1_000, now: () => 0 });
    limits.admit("a", "default");
    limits.admit("b", "default");
    limits.admit("a", "create-tracking-request");
    expect(refusalOf(() => limits.admit("a", "default")).errors[0]?.title).toBe("Too Many Requests");
  });

  it("applies each bucket's own limit in proportion to the default limit", () => {
    const letThrough = (bucket: Bucket, perWindow: number) => {
      const limits = rollingLimits({ perWindow, windowMs: 60_000, now: () => 0 });
      for (let count = 0; ; count += 1) {
        try {
          limits.admit("a", bucket);
        } catch {
          return count;
        }
      }
    };
    const of = (perWindow: number) => BUCKETS.map((bucket) => letThrough(bucket, perWindow));
    expect(of(100)).toEqual([100, 200, 100, 10]);
    expect(of(1_000)).toEqual([1_000, 2_000, 1_000, 100]);
    expect(of(5)).toEqual([5, 10, 5, 1]);
  });

  it("names the bucket's limit in the error", () => {
    const limits = rollingLimits({ perWindow: 10, windowMs: 60_000, now: () => 0 });
    limits.admit("a", "refresh-container");
    const refusal = refusalOf(() => limits.admit("a", "refresh-container"));
    expect(refusal.errors[0]?.detail).toBe("More than 1 request in 60 seconds. Try again in 61 seconds.");
  });

  it("applies no limits when there are none", () => {
    const limits = rollingLimits({ perWindow: null, windowMs: 60_000, now: () => 0 });
    for (let request = 0; request < 10_000; request += 1) limits.admit("a", "refresh-container");
  });
});
