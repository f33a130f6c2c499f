import { formatMoney, minorDigits } from "@/lib/domain/charges/money";
import { formatWeekday } from "@/lib/domain/time/time-format";
import type { ReportColumn, ReportTable } from "@/lib/features/reports/rules/report-table";
import type { Locale } from "@/lib/platform/text/locale";

const MINUTES_A_DAY = 1_440;

/** "2.4d", "−0.5d", "0d". */
export function formatDays(minutes: number): string {
  const days = Math.round((minutes / MINUTES_A_DAY) * 10) / 10;
  return `${days < 0 ? "−" : ""}${Math.abs(days).toLocaleString("en-US")}d`;
}

/** Formats a figure for display: "1,204", "2.4d", "$850.00". "–" for no value. */
export function formatFigure(value: number | null, { unit, currency = null }: ReportColumn): string {
  if (value === null) return "–";
  if (unit === "minutes") return formatDays(value);
  if (unit === "money") return formatMoney({ currency, minor: value });
  return unit === "moves" ? value.toFixed(1) : value.toLocaleString("en-US");
}

/**
 * Converts a figure to the unit of its column: days, whole currency units or containers. Used for files and chart
 * scales.
 */
export function plainFigure(value: number, { unit, currency = null }: ReportColumn): number {
  if (unit === "minutes") return Math.round((value / MINUTES_A_DAY) * 100) / 100;
  if (unit === "moves") return Math.round(value * 10) / 10;
  return unit === "money" ? value / 10 ** minorDigits(currency) : value;
}

/** Returns the unit that a file heading adds to the name of the column. "" when the name includes the unit. */
export function unitText({ unit, currency }: ReportColumn): string {
  if (unit === "minutes") return "days";
  return unit === "money" ? (currency ?? "currency not reported") : "";
}

const DAY = /\b\d{4}-\d{2}-\d{2}\b/g;

/**
 * A report with its days in a locale's format: "Fri, Nov 20". The labels and notes that queries return have days as
 * "2026-11-20", so that a report is the same for every reader.
 */
export function localizeReport(locale: Locale, { columns, rows, notes }: ReportTable): ReportTable {
  const text = (label: string) => (isDay(label) ? formatWeekday(locale, label) : label);
  return {
    columns: columns.map((column) => ({ ...column, label: text(column.label) })),
    rows: rows.map((row) => ({ ...row, label: text(row.label) })),
    notes: notes.map((note) => note.replace(DAY, (day) => formatWeekday(locale, day))),
  };
}

const isDay = (label: string): boolean => label.replace(DAY, "") === "" && label !== "";
