import { failedReasonWords } from "@/lib/features/tracking-requests/messages/tracking-status";
import { csvText } from "@/lib/platform/text/csv";
import type { ExportCell } from "@/lib/platform/text/table";

type FailedRow = { line: number; cells: readonly string[]; words: string | null; reason: string | null };

const text = (words: string): ExportCell => ({ kind: "text", text: words });

/** A list's rows with errors as CSV: their own cells as they came, then the row's place, what went wrong, what to do. */
export function listErrorsCsv({
  headings,
  rows,
}: {
  headings: readonly string[];
  rows: readonly FailedRow[];
}): string {
  const lines = rows.map(({ line, cells, words, reason }): ExportCell[] => {
    const { what, advice } = reason
      ? failedReasonWords(reason)
      : { what: words ?? "", advice: "Mend the row, then track it again." };
    const own = headings.map((_, index) => text(cells[index] ?? ""));
    return [...own, { kind: "number", value: line }, text(what), text(advice ?? "")];
  });
  return csvText([[...headings, "Row", "What went wrong", "What to do"].map(text), ...lines]);
}
