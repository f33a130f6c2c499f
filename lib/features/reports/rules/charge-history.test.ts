import { describe, expect, it } from "vitest";
import type { Fee } from "@/lib/contract/container";
import { reportedCharges } from "@/lib/domain/charges/charges";
import { inlandContainer, testContainer } from "@/lib/domain/container/test-container";
import { chargeDays } from "./charge-history";
import type { ContainerHistory, PastChange } from "./field-history";

const fee = (type: string, amount: number, currency_code: string | null = "USD"): Fee => ({
  ...{ type, amount, currency_code },
});
const change = (asOf: string, before: unknown, field = "fees_at_pod_terminal"): PastChange => ({
  ...{ of: "container", field, asOf, before },
});
const past = (...changes: PastChange[]): ContainerHistory => ({ firstAt: "2026-11-01T12:00:00Z", changes });
const text = (...args: Parameters<typeof chargeDays>) =>
  chargeDays(...args).map(
    ({ on, currency, minor, atStart }) => `${atStart ? "start " : ""}${on} ${minor} ${currency}`,
  );

describe("chargeDays", () => {
  it.each([[null], [[]], [[fee("demurrage", 0)]]])("is empty for fees %j", (fees) => {
    expect(text(testContainer({ fees_at_pod_terminal: fees }), past())).toEqual([]);
  });

  it("marks charges that existed when tracking started, since the day they were added is unknown", () => {
    expect(text(testContainer({ fees_at_pod_terminal: [fee("exam", 120)] }), past())).toEqual([
      "start 2026-11-01 12000 USD",
    ]);
  });

  it("keeps them apart from what was added later on that day", () => {
    const container = testContainer({ fees_at_pod_terminal: [fee("exam", 120)] });
    expect(text(container, past(change("2026-11-01T20:00:00Z", [fee("exam", 50)])))).toEqual([
      "start 2026-11-01 5000 USD",
      "2026-11-01 7000 USD",
    ]);
  });

  it("adds charges on the local day, including just before local midnight", () => {
    const container = testContainer({ fees_at_pod_terminal: [fee("demurrage", 310)] });
    const reported = past(
      change("2026-11-21T08:00:00Z", [fee("demurrage", 200)]),
      change("2026-11-21T07:59:59Z", [fee("demurrage", 100)]),
      change("2026-11-19T20:00:00Z", []),
    );
    expect(text(container, reported)).toEqual([
      "2026-11-19 10000 USD",
      "2026-11-20 10000 USD",
      "2026-11-21 11000 USD",
    ]);
  });

  it("subtracts corrected and waived charges and omits days that sum to zero", () => {
    const reported = past(
      change("2026-11-20T20:00:00Z", [fee("demurrage", 100)]),
      change("2026-11-19T22:00:00Z", [fee("demurrage", 150)]),
      change("2026-11-19T20:00:00Z", [fee("demurrage", 100)]),
    );
    expect(text(testContainer({ fees_at_pod_terminal: [] }), reported)).toEqual([
      "start 2026-11-01 10000 USD",
      "2026-11-20 -10000 USD",
    ]);
  });

  it("counts a total only when there are no other charges", () => {
    const container = testContainer({ fees_at_pod_terminal: [fee("total", 310), fee("demurrage", 310)] });
    expect(text(container, past(change("2026-11-20T20:00:00Z", [fee("total", 310)])))).toEqual([
      "start 2026-11-01 31000 USD",
    ]);
  });

  it("keeps currencies separate, including a missing currency", () => {
    const container = testContainer({
      fees_at_pod_terminal: [fee("demurrage", 10), fee("exam", 20, "CAD"), fee("other", 5, null)],
    });
    expect(text(container, past(change("2026-11-20T20:00:00Z", [fee("demurrage", 10)])))).toEqual([
      "start 2026-11-01 1000 USD",
      "2026-11-20 2000 CAD",
      "2026-11-20 500 null",
    ]);
  });

  it("adds charges of the ramp on its local day, in either list", () => {
    const atRamp = {
      ind_rail_unloaded_at: "2026-11-15T12:00:00Z",
      terminal_checked_at: "2026-11-21T12:00:00Z",
    };
    for (const field of ["fees_at_pod_terminal", "ind_facility_fees"]) {
      const container = inlandContainer({ ...atRamp, [field]: [fee("demurrage", 300)] });
      const reported = past(change("2026-11-21T05:59:59Z", null, field));
      expect(text(container, reported), field).toEqual(["2026-11-20 30000 USD"]);
    }
    const both = {
      fees_at_pod_terminal: [fee("demurrage", 300)],
      ind_facility_fees: [fee("demurrage", 300)],
    };
    expect(text(inlandContainer({ ...atRamp, ...both }), past())).toEqual(["start 2026-11-01 30000 USD"]);
  });

  it("sums up to the currently reported charges", () => {
    const container = testContainer({
      fees_at_pod_terminal: [fee("demurrage", 77.7)],
      ind_facility_fees: [fee("other", 1.1)],
    });
    const reported = past(
      change("2026-11-20T20:00:00Z", "nonsense"),
      change("2026-11-18T20:00:00Z", null, "ind_facility_fees"),
      change("2026-11-17T20:00:00Z", [fee("total", 1_000)]),
    );
    const sum = chargeDays(container, reported).reduce((all, { minor }) => all + minor, 0);
    expect(sum).toBe(reportedCharges(container).sums[0]?.minor);
  });
});
