import { describe, expect, it } from "vitest";
import { FAILED_REASONS, TRACKING_REQUEST_STATUSES, TRACKING_STOPPED_REASONS } from "@/lib/contract/enums";
import { failedReasonText, requestStatusText, stoppedReasonText } from "./tracking-status";

describe("tracking messages", () => {
  it("contain a description and an advice for every failed reason", () => {
    for (const reason of FAILED_REASONS) {
      const { what, advice } = failedReasonText(reason);
      expect(what).not.toMatch(/_/);
      expect(advice).not.toBeNull();
    }
  });

  it("contain a description of every status and every stopped reason", () => {
    for (const status of TRACKING_REQUEST_STATUSES) expect(requestStatusText(status).what).not.toMatch(/_/);
    for (const reason of TRACKING_STOPPED_REASONS) expect(stoppedReasonText(reason).what).not.toMatch(/_/);
  });

  it("treat the live status created as succeeded", () => {
    expect(requestStatusText("created")).toEqual(requestStatusText("succeeded"));
  });

  it.each(["carrier_on_strike", "constructor", ""])("show the undocumented value %j unchanged", (value) => {
    expect(failedReasonText(value).advice).toBeNull();
    expect(requestStatusText(value).what.toLowerCase()).toBe(value.replaceAll("_", " "));
  });
});
