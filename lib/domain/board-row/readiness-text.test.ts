import { describe, expect, it } from "vitest";
import { verdictText } from "./readiness-text";

const NOT_AVAILABLE = {
  state: "not_available" as const,
  label: "Not available",
  reasons: [
    { kind: "not_available" as const, warning: false, text: "The terminal reports it as not available" },
  ],
};

describe("verdictText", () => {
  it("shows only the status if it contradicts the verdict", () => {
    const status = { value: "off_dock", label: "Available at shipper's" };
    expect(verdictText({ readiness: NOT_AVAILABLE, holds: [], status })).toEqual({
      verdict: "Available at shipper's",
      status: null,
      reasons: ["The terminal reports it as not available"],
    });
  });

  it("shows a status with more information and omits an equivalent one", () => {
    const grounded = { value: "grounded", label: "At terminal" };
    const reported = verdictText({ readiness: NOT_AVAILABLE, holds: [], status: grounded });
    expect(reported).toMatchObject({ verdict: "Not available", status: "At terminal" });
    const same = { value: "not_available", label: "Not available" };
    expect(verdictText({ readiness: NOT_AVAILABLE, holds: [], status: same }).status).toBeNull();
  });

  it("reports once that a container is on rail", () => {
    const reasons = [{ kind: "in_transit" as const, warning: false, text: "On rail" }];
    const readiness = { state: "in_transit" as const, label: "On rail", reasons };
    const status = { value: "on_rail", label: "On rail" };
    expect(verdictText({ readiness, holds: [], status })).toEqual({
      verdict: "On rail",
      status: null,
      reasons: [],
    });
  });

  it("names the holds that stop the pickup and omits those that only warn", () => {
    const holds = [
      { name: "customs", status: "hold", description: null },
      { name: "USDA", status: "pending", description: null },
    ];
    const readiness = { state: "held" as const, label: "Held", reasons: [] };
    const status = { value: "available", label: "Available" };
    expect(verdictText({ readiness, holds, status })).toMatchObject({
      verdict: "Held: customs",
      status: "Available",
    });
  });
});
