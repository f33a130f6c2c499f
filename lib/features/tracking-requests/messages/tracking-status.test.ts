import { describe, expect, it } from "vitest";
import { FAILED_REASONS, TRACKING_REQUEST_STATUSES, TRACKING_STOPPED_REASONS } from "@/lib/contract/enums";
import { failedReasonWords, requestStatusWords, stoppedReasonWords } from "./tracking-status";

describe("tracking messages", () => {
  it("contain a description and an advice for every failed reason", () => {
    for (const reason of FAILED_REASONS) {
      const { what, advice } = failedReasonWords(reason);
      expect(what).not.toMatch(/_/);
      expect(advice).not.toBeNull();
    }
  });

  it("contain a description of every status and every stopped reason", () => {
    for (const status of TRACKING_REQUEST_STATUSES) expect(requestStatusWords(status).what).not.toMatch(/_/);
    for (const reason of TRACKING_STOPPED_REASONS) expect(stoppedReasonWords(reason).what).not.toMatch(/_/);
  });

  it("treat the live status created as succeeded", () => {
    expect(requestStatusWords("created")).toEqual(requestStatusWords("succeeded"));
  });

  it.each(["carrier_on_strike", "constructor", ""])("show the undocumented value %j unchanged", (value) => {
    expect(failedReasonWords(value).advice).toBeNull();
    expect(requestStatusWords(value).what.toLowerCase()).toBe(value.replaceAll("_", " "));
  });
});
