import { describe, expect, it } from "vitest";
import { FAILED_REASONS, TRACKING_REQUEST_STATUSES, TRACKING_STOPPED_REASONS } from "@/lib/contract/enums";
import { failedReasonWords, requestStatusWords, stoppedReasonWords } from "./tracking-status";

describe("words for tracking", () => {
  it("says what happened and what to do for every reason a request fails", () => {
    for (const reason of FAILED_REASONS) {
      const { what, advice } = failedReasonWords(reason);
      expect(what).not.toMatch(/_/);
      expect(advice).not.toBeNull();
    }
  });

  it("has words for every state and every reason tracking stops", () => {
    for (const status of TRACKING_REQUEST_STATUSES) expect(requestStatusWords(status).what).not.toMatch(/_/);
    for (const reason of TRACKING_STOPPED_REASONS) expect(stoppedReasonWords(reason).what).not.toMatch(/_/);
  });

  it("reads the live service's created as succeeded", () => {
    expect(requestStatusWords("created")).toEqual(requestStatusWords("succeeded"));
  });

  it.each(["carrier_on_strike", "constructor", ""])(
    "shows %j, which nobody documented, as it is",
    (value) => {
      expect(failedReasonWords(value).advice).toBeNull();
      expect(requestStatusWords(value).what.toLowerCase()).toBe(value.replaceAll("_", " "));
    },
  );
});
