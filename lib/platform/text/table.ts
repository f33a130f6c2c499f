/** One cell. Money has the digits of its currency, a code such as "USD". A day is "2026-11-20" and a moment "2026-11-20 14:00", both in the local time of the place. */
export type ExportCell =
  | { kind: "empty" }
  | { kind: "text"; text: string }
  | { kind: "number"; value: number }
  | { kind: "money"; value: number; digits: number; currency: string | null }
  | { kind: "day"; text: string }
  | { kind: "moment"; text: string };

/** Whether a spreadsheet could treat a text as a formula, including full-width characters and text after blanks. */
export const looksLikeFormula = (text: string): boolean => /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text);

/** A heading for each column, and the cells of a row in the same order. */
export type ExportTable<Row> = { headings: string[]; cellsOf: (row: Row) => ExportCell[] };
