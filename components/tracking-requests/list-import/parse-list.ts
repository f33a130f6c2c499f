import Papa from "papaparse";
import {
  isBlankRow,
  type ListCells,
  MAX_COLUMNS,
} from "@/lib/features/tracking-requests/list-import/rules/columns";
import { MAX_LIST_ROWS } from "@/lib/features/tracking-requests/list-import/rules/rows";

export type ParsedList = { cells: ListCells; separator: string } | { problem: string };

const SEPARATORS = [",", ";", "\t", "|"] as const;
const NAMES: Record<string, string> = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" };
const ROWS_TRIED = 40;

const parse = (text: string, delimiter: string, preview: number) =>
  Papa.parse<string[]>(text, { delimiter, preview, header: false, skipEmptyLines: false });

/** The separator that splits most of the first rows into the same number of cells. A comma if none does. */
function separatorOf(text: string): string {
  let best = { separator: ",", score: 0 };
  for (const separator of SEPARATORS) {
    const widths = parse(text, separator, ROWS_TRIED)
      .data.filter((row) => !isBlankRow(row))
      .map((row) => row.length);
    const counts = new Map<number, number>();
    for (const width of widths.filter((each) => each > 1)) counts.set(width, (counts.get(width) ?? 0) + 1);
    const [max = 0] = [...counts.values()].sort((a, b) => b - a);
    const score = widths.length === 0 ? 0 : max / widths.length;
    if (score > best.score) best = { separator, score };
  }
  return best.separator;
}

/** Reads a first line like "sep=;", which some spreadsheets write, and the text after it. */
function saidSeparator(text: string): { separator: string | null; rest: string } {
  const [line = "", reported = ""] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  return line === ""
    ? { separator: null, rest: text }
    : { separator: reported, rest: text.slice(line.length) };
}

const line = (row: number | undefined, offset: number): string =>
  row === undefined ? "Unknown row" : `Row ${(row + 1 + offset).toLocaleString("en-US")}`;

/**
 * Splits a text into cells. Detects the separator, handles quotes and drops blank rows at the end. Rejects an unclosed
 * quote and lists with too many rows or columns. The error names the row, and nothing is imported.
 */
export function parseList(input: string): ParsedList {
  const text = input.replace(/^\ufeff/, "");
  if (text.trim() === "") return { problem: "The list is empty." };
  const { separator: reported, rest } = saidSeparator(text);
  const offset = reported === null ? 0 : 1;
  const separator = reported ?? separatorOf(rest);
  const { data, errors } = parse(rest, separator, 0);
  const quote = errors.find(({ type }) => type === "Quotes");
  if (quote)
    return {
      problem:
        quote.code === "MissingQuotes"
          ? `${line(quote.row, offset)}: a quotation mark is not closed. Fix the row and try again.`
          : `${line(quote.row, offset)}: unexpected quotation mark. Fix the row and try again.`,
    };
  let end = data.length;
  while (end > 0 && isBlankRow(data[end - 1] ?? [])) end -= 1;
  const cells = offset === 1 ? [[], ...data.slice(0, end)] : data.slice(0, end);
  const filled = cells.filter((row) => !isBlankRow(row)).length;
  if (filled === 0) return { problem: "The list is empty." };
  if (filled > MAX_LIST_ROWS + 1)
    return {
      problem: `The list has ${filled.toLocaleString("en-US")} rows. The limit is ${MAX_LIST_ROWS.toLocaleString("en-US")}. Split the list.`,
    };
  const wide = cells.findIndex((row) => row.length > MAX_COLUMNS);
  if (wide >= 0)
    return {
      problem: `Row ${wide + 1} has more than ${MAX_COLUMNS} columns. Remove unneeded columns.`,
    };
  return { cells, separator: NAMES[separator] ?? `“${separator}”` };
}
