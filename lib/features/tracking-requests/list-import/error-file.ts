import { failedReasonText } from "@/lib/features/tracking-requests/messages/tracking-status";
import { csvText } from "@/lib/platform/text/csv";
import type { ExportCell } from "@/lib/platform/text/table";

type FailedRow = { line: number; cells: readonly string[]; words: string | null; reason: string | null };

const text = (message: string): ExportCell => ({ kind: "text", text: message });

/** Exports the failed rows of a list as CSV: their original cells, the row number, the error and the advice. */
export function listErrorsCsv({
  headings,
  rows,
}: {
  headings: readonly string[];
  rows: readonly FailedRow[];
}): string {
  const lines = rows.map(({ line, cells, words, reason }): ExportCell[] => {
    const { what, advice } = reason
      ? failedReasonText(reason)
      : { what: words ?? "", advice: "Fix the row, then track it again." };
    const own = headings.map((_, index) => text(cells[index] ?? ""));
    return [...own, { kind: "number", value: line }, text(what), text(advice ?? "")];
  });
  return csvText([[...headings, "Row", "Error", "Next step"].map(text), ...lines]);
}
