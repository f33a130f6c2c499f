import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/tracking-service/clock/instant";
import { AWAITED_FOR_MS, MAX_ATTEMPTS, type RequestState, retryPauseMs, stepAfter } from "./request-lifetime";

const NOW = new Date("2026-11-21T09:00:00Z");
const plus = (ms: number) => new Date(NOW.getTime() + ms);
const unreachable = { kind: "trouble", reason: "shipping_line_unreachable" } as const;
const unreadable = { kind: "trouble", reason: "unrecognized_response" } as const;

const state = (change: Partial<RequestState> = {}): RequestState => ({
  requestType: "bill_of_lading",
  status: "pending",
  failedAttempts: 0,
  awaitingSince: null,
  ...change,
});

describe("lookup failures at the line", () => {
  it("are retried 13 times within a day, each pause twice the previous one", () => {
    const pauses = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => retryPauseMs(index + 1));
    const total = pauses.reduce((sum, pause) => sum + pause, 0);
    expect(Math.abs(total - DAY_MS)).toBeLessThan(MINUTE_MS);
    for (const [index, pause] of pauses.slice(1).entries()) {
      expect(pause / (pauses[index] ?? 0)).toBeCloseTo(2, 2);
    }
    expect(pauses[0]).toBeGreaterThan(10_000);
    expect(pauses.at(-1)).toBeLessThan(13 * HOUR_MS);
  });

  it("change no state before the last attempt", () => {
    expect(stepAfter(unreachable, state(), NOW)).toEqual({
      to: "retrying",
      reason: "shipping_line_unreachable",
      failedAttempts: 1,
      retryAt: plus(retryPauseMs(1)),
    });
    expect(stepAfter(unreadable, state({ failedAttempts: 12 }), NOW).to).toBe("retrying");
  });

  it("fail the request at the 14th attempt with that attempt's reason", () => {
    const last = state({ failedAttempts: 13 });
    expect(stepAfter(unreachable, last, NOW)).toEqual({ to: "failed", reason: "shipping_line_unreachable" });
    expect(stepAfter(unreadable, last, NOW)).toEqual({ to: "failed", reason: "retries_exhausted" });
  });
});

describe("a number the line does not have", () => {
  it("fails at once for a container", () => {
    const container = state({ requestType: "container" });
    expect(stepAfter({ kind: "not_found" }, container, NOW)).toEqual({ to: "failed", reason: "not_found" });
  });

  it.each(["bill_of_lading", "booking_number"] as const)("lets a %s wait for its manifest", (requestType) => {
    expect(stepAfter({ kind: "not_found" }, state({ requestType }), NOW)).toEqual({
      to: "awaiting_manifest",
      since: NOW,
      retryAt: plus(DAY_MS),
    });
  });

  it("is requested daily, or at the time the line names, the last time after 7 days", () => {
    const waiting = state({ status: "awaiting_manifest", awaitingSince: NOW });
    expect(stepAfter({ kind: "not_manifested" }, waiting, plus(DAY_MS))).toMatchObject({
      since: NOW,
      retryAt: plus(2 * DAY_MS),
    });
    const soon = { kind: "not_manifested", retryAt: plus(20_000) } as const;
    expect(stepAfter(soon, waiting, NOW)).toMatchObject({ retryAt: plus(20_000) });
    const late = plus(6 * DAY_MS + HOUR_MS);
    expect(stepAfter({ kind: "not_found" }, waiting, late)).toMatchObject({
      retryAt: plus(AWAITED_FOR_MS),
    });
  });

  it("fails after 7 days as not found, or as expired when never manifested", () => {
    const waiting = state({ status: "awaiting_manifest", awaitingSince: NOW });
    const end = plus(AWAITED_FOR_MS);
    expect(stepAfter({ kind: "not_found" }, waiting, end)).toEqual({ to: "failed", reason: "not_found" });
    expect(stepAfter({ kind: "not_manifested" }, waiting, end)).toEqual({ to: "failed", reason: "expired" });
    const before = new Date(end.getTime() - 1);
    expect(stepAfter({ kind: "not_found" }, waiting, before).to).toBe("awaiting_manifest");
  });
});
