import { describe, expect, it } from "vitest";
import { FAILED_REASONS } from "@/lib/contract/enums";
import { requestSteps } from "./request-steps";

const failed = (reason: string | null) => requestSteps({ status: "failed", reason, askedAgain: false });

describe("what can be done about a request", () => {
  it.each(FAILED_REASONS)("is something for each reason: %s", (reason) => {
    expect(failed(reason).length).toBeGreaterThan(0);
  });

  it("is not to ask again for what would come to the same", () => {
    for (const reason of ["duplicate", "invalid_number", "scac_auto_detect_failed", "booking_cancelled"])
      expect(failed(reason)).not.toContain("again");
    expect(failed("duplicate")).toEqual(["open"]);
  });

  it("is both where the reason is missing or new", () => {
    expect(failed(null)).toEqual(["again", "amend"]);
    expect(failed("toString")).toEqual(["again", "amend"]);
  });

  it("is nothing where it goes on by itself, or was asked for again", () => {
    for (const status of ["pending", "awaiting_manifest", "succeeded", null])
      expect(requestSteps({ status, reason: null, askedAgain: false })).toEqual([]);
    expect(requestSteps({ status: "failed", reason: "expired", askedAgain: true })).toEqual([]);
    expect(requestSteps({ status: "tracking_stopped", reason: null, askedAgain: true })).toEqual([]);
  });

  it("is to ask again for what was stopped", () => {
    expect(requestSteps({ status: "tracking_stopped", reason: null, askedAgain: false })).toEqual(["again"]);
  });
});
