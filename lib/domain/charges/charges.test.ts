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

  describe("with both lists of a container at the ramp", () => {
    const AT_RAMP = {
      ind_rail_unloaded_at: "2026-11-22T12:00:00Z",
      terminal_checked_at: "2026-11-23T12:00:00Z",
    };
    const AT_PORT = { ...AT_RAMP, terminal_checked_at: "2026-11-17T12:00:00Z" };
    const demurrage = fee("demurrage", 300);
    const total = fee("total", 300);

    it.each<[string, Fee[], Fee[], string, string]>([
      ["the same fee", [demurrage], [demurrage], "$300.00", "$300.00"],
      [
        "the same fee, its code in another case",
        [demurrage],
        [fee("demurrage", 300, " usd")],
        "$300.00",
        "$300.00",
      ],
      ["another amount", [demurrage], [fee("demurrage", 310)], "$610.00", "$610.00"],
      ["another type", [demurrage], [fee("exam", 300)], "$600.00", "$600.00"],
      [
        "another currency",
        [demurrage],
        [fee("demurrage", 300, "CAD")],
        "$300.00 + CA$300.00",
        "$300.00 + CA$300.00",
      ],
      [
        "no currency",
        [demurrage],
        [fee("demurrage", 300, null)],
        "$300.00 + 300.00, currency not reported",
        "$300.00 + 300.00, currency not reported",
      ],
      ["two alike in one list", [demurrage, demurrage], [demurrage], "$600.00", "$600.00"],
      ["the same total alone", [total], [total], "$300.00", "$300.00"],
      ["a total of the fees in one list", [demurrage, total], [demurrage], "$300.00", "$300.00"],
      ["a total of the fees in the other", [total], [demurrage, total], "$300.00", "$300.00"],
      ["a total alone in the other", [demurrage, total], [total], "$300.00", "$300.00"],
      ["the fee alone in one list", [demurrage], [demurrage, total], "$300.00", "$300.00"],
      ["a total of each place", [demurrage], [fee("total", 75)], "$300.00", "$375.00"],
      ["null in the other", [demurrage], [], "$300.00", "$300.00"],
    ])("counts once: %s", (_, terminal, inland, atRamp, fromPort) => {
      const lists = { fees_at_pod_terminal: terminal, ind_facility_fees: inland };
      const sum = (facts: object) => formatCharges(reportedCharges(inlandContainer({ ...lists, ...facts })));
      expect(sum(AT_RAMP)).toBe(atRamp);
      expect(sum(AT_PORT), "the terminal's list is the port's").toBe(fromPort);
    });

    it("names the place of each", () => {
      const lists = { fees_at_pod_terminal: [demurrage, fee("exam", 50)], ind_facility_fees: [demurrage] };
      const places = (facts: object) =>
        reportedCharges(inlandContainer({ ...lists, ...facts })).lines.map(({ type, place }) => [
          type,
          place,
        ]);
      expect(places(AT_RAMP)).toEqual([
        ["demurrage", "inland"],
        ["exam", "inland"],
      ]);
      expect(places(AT_PORT)).toEqual([
        ["demurrage", "inland"],
        ["exam", "terminal"],
      ]);
    });
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
