import { expect, it } from "vitest";
import type { ReportTable } from "@/lib/features/reports/rules/report-table";
import { csvText } from "@/lib/platform/text/csv";
import { reportLines } from "./export";

const table: ReportTable = {
  columns: [
    { id: "out", label: "Gated out", unit: "containers" },
    { id: "median", label: "Median", unit: "minutes" },
    { id: "USD", label: "USD", unit: "money", currency: "USD" },
    { id: "none", label: "No currency", unit: "money", currency: null },
  ],
  rows: [
    { id: '=cmd|"x"', label: '=cmd|"x"', note: "a, b", values: [1_204, 2_160, 85_050, null] },
    { id: "2026-11-16", label: "Mon, Nov 16", values: [0, null, -50, 100] },
  ],
  notes: [],
};

it("writes plain numbers with their unit, days with their year, and escapes spreadsheet formulas", () => {
  expect(csvText(reportLines("Terminal", table))).toBe(
    [
      "\uFEFFTerminal,Note,Gated out,Median (days),USD,No currency (currency not reported)",
      `"'=cmd|""x""","a, b",1204,1.5,850.5,`,
      "2026-11-16,,0,,-0.5,1",
      "",
    ].join("\r\n"),
  );
});

it("writes only the headings when there are no rows", () => {
  expect(csvText(reportLines("Hold", { ...table, rows: [] })).split("\r\n")).toHaveLength(2);
});
