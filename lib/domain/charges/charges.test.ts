import { describe, expect, it } from "vitest";
import type { Fee } from "@/lib/contract/container";
import { inlandContainer, testContainer } from "@/lib/domain/container/test-container";
import { formatChargeLine, formatCharges, reportedCharges } from "./charges";
import { formatMoney, toMinor } from "./money";

const fee = (type: string, amount: number, currency_code: string | null = "USD"): Fee => ({
  type,
  amount,
  currency_code,
});
const shown = (...fees: Fee[]) =>
  formatCharges(reportedCharges(testContainer({ fees_at_pod_terminal: fees })));

describe("reportedCharges", () => {
  it.each([
    ["demurrage and total", [fee("demurrage", 850), fee("total", 850)], "$850.00"],
    ["total first", [fee("total", 999), fee("demurrage", 850), fee("exam", 0.5)], "$850.50"],
    ["total alone", [fee("total", 310)], "$310.00"],
    ["total twice", [fee("total", 310), fee("total", 310)], "$310.00"],
    ["not posted", [fee("demurrage", 0)], "reported, 0"],
    ["one posted", [fee("demurrage", 0), fee("exam", 120)], "$120.00"],
    ["two currencies", [fee("demurrage", 100), fee("exam", 40, "CAD")], "$100.00 + CA$40.00"],
    ["no currency", [fee("demurrage", 100, null)], "100.00, currency not reported"],
    ["an undocumented type", [fee("storage", 5)], "$5.00"],
    ["tenths that do not add in binary", [fee("demurrage", 0.1), fee("exam", 0.2)], "$0.30"],
    ["yen", [fee("demurrage", 1200, "JPY")], "¥1,200"],
    ["no number", [fee("demurrage", Number.NaN)], "reported, invalid amount"],
  ])("%s", (_, fees, text) => {
    expect(shown(...fees)).toBe(text);
  });

  it.each([[[]], [null], [undefined]])("differs from zero dollars if no charges are reported: %j", (fees) => {
    const charges = reportedCharges(testContainer({ fees_at_pod_terminal: fees }));
    expect(charges).toEqual({ reported: false, lines: [], sums: [] });
    expect(formatCharges(charges)).toBe("none reported");
  });

  it("shows an excluded total together with its fees", () => {
    const { lines } = reportedCharges(
      testContainer({ fees_at_pod_terminal: [fee("extended_dwell_time", 10), fee("total", 10)] }),
    );
    expect(lines.map(({ label, excluded }) => [label, excluded])).toEqual([
      ["Extended dwell time", false],
      ["Total", true],
    ]);
  });

  it("evaluates the inland facility's list separately", () => {
    const container = inlandContainer({
      fees_at_pod_terminal: [fee("demurrage", 100), fee("total", 100)],
      ind_facility_fees: [fee("total", 75)],
    });
    expect(reportedCharges(container).sums).toEqual([{ currency: "USD", minor: 17_500 }]);
  });

  it("formats each line", () => {
    const line = (amount: number) =>
      reportedCharges(testContainer({ fees_at_pod_terminal: [fee("demurrage", amount)] })).lines.map(
        formatChargeLine,
      );
    expect(line(0)).toEqual(["reported, not posted yet"]);
    expect(line(Number.NaN)).toEqual(["invalid amount"]);
    expect(line(-12.5)).toEqual(["−$12.50"]);
  });
});

describe("money", () => {
  it.each([
    [1.005, "USD", 101],
    [-1.005, "USD", -101],
    [0.1 + 0.2, "USD", 30],
    [1234.5, "JPY", 1235],
    [1.2345, "KWD", 1235],
    [850, "not a code", 85_000],
    [Number.POSITIVE_INFINITY, "USD", null],
  ])("converts %d %s to %s minor units", (amount, currency, minor) => {
    expect(toMinor(amount, currency)).toBe(minor);
  });

  it("shows a code unchanged if Intl rejects it", () => {
    expect(formatMoney({ currency: "DOLLARS", minor: 100 })).toBe("DOLLARS 1.00");
    expect(formatMoney({ currency: "EUR", minor: 123_450 })).toBe("€1,234.50");
  });
});
