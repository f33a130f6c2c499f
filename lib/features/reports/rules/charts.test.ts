import { describe, expect, it } from "vitest";
import { formatDays, formatFigure, plainFigure } from "@/lib/features/reports/messages";
import { chartOf, chartSummary } from "./charts";
import { containersHref, type ReportTable, readTableId, readWeeks, reportHref } from "./report-table";

const containers = (id: string) => ({ id, label: id, unit: "containers" }) as const;

describe("chartOf", () => {
  const holds: ReportTable = {
    columns: [containers("today"), containers("old"), containers("all")],
    rows: [
      { id: "hold:customs", label: "customs", values: [1, 4, 5] },
      { id: "hold:TMF", label: "TMF", values: [0, 0, 0] },
    ],
    notes: [],
  };

  it("charts every row with the values of the table, without the sum column", () => {
    const chart = chartOf("holds", holds);
    if (chart.kind !== "bars") throw new Error(chart.kind);
    expect(chart.charts[0]).toEqual({
      ...{ id: "hold:customs", title: "customs", total: "5" },
      points: [
        { label: "today", value: 1, text: "1" },
        { label: "old", value: 4, text: "4" },
      ],
    });
    expect(chartSummary(chart)).toBe("customs: 5, highest: old (4).");
  });

  it("returns the number of charts that are only in the table", () => {
    const rows = Array.from({ length: 12 }, (_, at) => ({ id: `${at}`, label: `${at}`, values: [1, 2, 3] }));
    expect(chartOf("freshness", { ...holds, rows })).toMatchObject({ left: 3 });
  });

  it("charts money by currency in whole units, without container counts", () => {
    const table: ReportTable = {
      columns: [{ id: "USD", label: "USD", unit: "money", currency: "USD" }, containers("containers-USD")],
      rows: [
        { id: "2026-11-16", label: "Mon, Nov 16", values: [15_050, 3] },
        { id: "2026-11-09", label: "Mon, Nov 9", values: [-50, 1] },
      ],
      notes: [],
    };
    expect(chartOf("charges", table)).toMatchObject({
      kind: "bars",
      charts: [{ id: "USD", total: "$150.00", points: [{ value: 150.5 }, { value: -0.5, text: "−$0.50" }] }],
    });
  });

  it("leaves out a terminal without data", () => {
    const minutes = (id: string) => ({ id, label: id, unit: "minutes" }) as const;
    const table: ReportTable = {
      columns: [minutes("median"), minutes("late")],
      rows: [
        { id: "a", label: "A", values: [1_440, 2_880] },
        { id: "b", label: "B", values: [null, null] },
      ],
      notes: [],
    };
    expect(chartOf("dwell", table)).toMatchObject({ ranges: [{ id: "a", middle: 1, tail: 2 }] });
    expect(chartSummary(chartOf("dwell", { ...table, rows: [] }))).toBe("");
  });
});

describe("figure formatting", () => {
  it.each([
    [1_440, "1d"],
    [-720, "−0.5d"],
    [-1, "0d"],
    [0, "0d"],
  ])("formats %i minutes", (minutes, message) => expect(formatDays(minutes)).toBe(message));

  it("distinguishes a missing value from zero", () => {
    expect(formatFigure(null, containers("a"))).toBe("–");
    expect(formatFigure(0, containers("a"))).toBe("0");
    expect(formatFigure(85_000, { id: "a", label: "", unit: "money", currency: null })).toBe(
      "850.00, currency not reported",
    );
    expect(plainFigure(1_200, { id: "a", label: "", unit: "money", currency: "JPY" })).toBe(1_200);
  });
});

describe("report addresses", () => {
  it.each([[null], [""], ["13"], ["52 "], ["-4"], ["4.0"]])("reads %j as 12 weeks", (text) => {
    expect(readWeeks(text)).toBe(12);
  });

  it.each([["Deadlines"], [""], ["__proto__"], ["toString"]])("rejects the unknown report %j", (text) => {
    expect(readTableId(text)).toBeNull();
  });

  it("include weeks only where they apply and escape row names", () => {
    expect(reportHref("dwell", 52)).toBe("/reports/dwell?weeks=52");
    expect(reportHref("holds", 52)).toBe("/reports/holds");
    expect(containersHref("dwell", 4, { row: "A & B?=", column: "out" }, 2)).toBe(
      "/reports/dwell/containers?weeks=4&row=A+%26+B%3F%3D&column=out&page=2",
    );
  });
});
