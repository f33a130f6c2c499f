import { describe, expect, it } from "vitest";
import { FAILED_REASONS } from "@/lib/contract/enums";
import { requestSteps } from "./request-steps";

const failed = (reason: string | null) => requestSteps({ status: "failed", reason, requestedAgain: false });

describe("requestSteps", () => {
  it.each(FAILED_REASONS)("returns at least one step for the reason %s", (reason) => {
    expect(failed(reason).length).toBeGreaterThan(0);
  });

  it("does not offer a repeat that would fail the same way", () => {
    for (const reason of ["duplicate", "invalid_number", "scac_auto_detect_failed", "booking_cancelled"])
      expect(failed(reason)).not.toContain("again");
    expect(failed("duplicate")).toEqual(["open"]);
  });

  it("offers both steps for a missing or unknown reason", () => {
    expect(failed(null)).toEqual(["again", "amend"]);
    expect(failed("toString")).toEqual(["again", "amend"]);
  });

  it("is empty for requests in progress or already repeated", () => {
    for (const status of ["pending", "awaiting_manifest", "succeeded", null])
      expect(requestSteps({ status, reason: null, requestedAgain: false })).toEqual([]);
    expect(requestSteps({ status: "failed", reason: "expired", requestedAgain: true })).toEqual([]);
    expect(requestSteps({ status: "tracking_stopped", reason: null, requestedAgain: true })).toEqual([]);
  });

  it("offers to repeat a stopped request", () => {
    expect(requestSteps({ status: "tracking_stopped", reason: null, requestedAgain: false })).toEqual([
      "again",
    ]);
  });
});
