import type { ReportColumn, ReportTable } from "@/lib/features/reports/rules/report-table";
import type { ExportCell } from "@/lib/platform/text/table";
import { plainFigure, unitText } from "./messages";

const heading = (column: ReportColumn): string => {
  const unit = unitText(column);
  return unit && !column.label.includes(unit) ? `${column.label} (${unit})` : column.label;
};

/**
 * Returns a report as the lines of a file, starting with the headings. Days and amounts of money are plain numbers. A
 * missing value is an empty cell.
 */
export function reportLines(head: string, { columns, rows }: ReportTable): ExportCell[][] {
  const text = (message: string): ExportCell => ({ kind: "text", text: message });
  const noted = rows.some(({ note }) => note);
  return [
    [text(head), ...(noted ? [text("Note")] : []), ...columns.map((column) => text(heading(column)))],
    ...rows.map(({ id, label, note, values }) => [
      // Days are exported with their year: "2026-11-20".
      text(/^\d{4}-\d{2}-\d{2}$/.test(id) ? id : label),
      ...(noted ? [text(note ?? "")] : []),
      ...columns.map((column, index): ExportCell => {
        const value = values[index] ?? null;
        return value === null ? { kind: "empty" } : { kind: "number", value: plainFigure(value, column) };
      }),
    ]),
  ];
}
