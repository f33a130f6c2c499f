/** One cell. A day is "2026-11-20" and a moment "2026-11-20 14:00", both as a clock at the place shows them. */
export type ExportCell =
  | { kind: "empty" }
  | { kind: "text"; text: string }
  | { kind: "number"; value: number }
  | { kind: "day"; text: string }
  | { kind: "moment"; text: string };

/** Whether a spreadsheet could take a text for a formula, full-width signs and what stands behind blanks among them. */
export const looksLikeFormula = (text: string): boolean => /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text);

/** A heading for each column, and the cells of one row in the same order. */
export type ExportTable<Row> = { headings: string[]; cellsOf: (row: Row) => ExportCell[] };
