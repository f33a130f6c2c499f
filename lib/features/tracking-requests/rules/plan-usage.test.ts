import { describe, expect, it } from "vitest";
import { limitIn, planLimitText, type TrackingUsage } from "./plan-usage";

const SAID = "This plan tracks up to 10 active containers. Stop one, or use the paid plan.";
const usage = (more: Partial<TrackingUsage>): TrackingUsage => ({
  containers: 8,
  shipments: 3,
  waiting: 2,
  refused: { text: SAID, at: "2026-11-20T08:00:00Z" },
  takenSince: false,
  requested: 0,
  requestLimit: 100,
  ...more,
});

describe("limitIn", () => {
  it.each([
    [SAID, 10],
    ["Limit of 1,500 containers reached", 1_500],
    ["You may track 1 container.", 1],
    ["Upgrade your plan.", null],
    ["Error 403: not allowed", null],
  ])("reads %s", (text, limit) => expect(limitIn(text)).toBe(limit));
});

describe("planLimitText", () => {
  it("reports that no limit is known before the first refusal", () => {
    expect(planLimitText(usage({ refused: null }))).toMatch(
      /The service reports it only when it rejects a number/,
    );
  });
  it("shows the message of the service while it is valid", () => {
    expect(planLimitText(usage({}))).toMatch(/^The plan allows 10: “This plan/);
    expect(planLimitText(usage({ refused: { text: "Upgrade.", at: "" } }))).toBe(
      "Last number rejected: “Upgrade.”",
    );
  });
  it("is outdated once more containers are tracked or a later number was accepted", () => {
    expect(planLimitText(usage({ containers: 12 }))).toMatch(/”\), then accepted others/);
    expect(planLimitText(usage({ takenSince: true }))).toMatch(/”\), then accepted others/);
  });
});
