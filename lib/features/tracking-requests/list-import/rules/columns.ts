import { normalizeNumber } from "@/lib/contract/container-number";
import { REQUEST_TYPES, type RequestType } from "@/lib/contract/enums";
import { scacOf } from "@/lib/domain/numbers/carrier-codes";
import { looksLikeContainer } from "@/lib/domain/numbers/number-kind";
import {
  fieldOfHeading,
  kindOfHeading,
  kindOfWord,
  type ListField,
  MANY_COLUMNS,
  plainHeading,
} from "./headings";

/** The cells of a file or a pasted text. */
export type ListCells = readonly (readonly string[])[];

/**
 * The layout of a list. `headingRow` starts at 0, null when every row is data. Rows above it are titles. `columns`
 * contains the field of each column, null for ignored ones. `kind` is the default type of the numbers.
 */
export type ListLayout = {
  headingRow: number | null;
  columns: readonly (ListField | null)[];
  kind: RequestType | null;
};

/** The meanings of headings stored for a user, by normalized heading. Null: ignored. */
export type KnownHeadings = Readonly<Record<string, ListField | null>>;

const ROWS_LOOKED_AT = 15;
const ROWS_SAMPLED = 50;
const COLUMN_LIMIT = 100;
/** Maximum number of columns of a list. */
export const MAX_COLUMNS = COLUMN_LIMIT;

export const isBlankRow = (row: readonly string[]): boolean => row.every((cell) => cell.trim() === "");

/** Returns the headings of a row. With merged cells in the row above, their text completes an ambiguous heading. */
export function headingsOf(cells: ListCells, headingRow: number | null): string[] {
  const width = Math.min(
    COLUMN_LIMIT,
    cells.reduce((max, row) => Math.max(max, row.length), 0),
  );
  const column = (index: number) => `Column ${columnName(index)}`;
  if (headingRow === null) return Array.from({ length: width }, (_, index) => column(index));
  const own = cells[headingRow] ?? [];
  const above = headingRow > 0 ? (cells[headingRow - 1] ?? []) : [];
  // A single title is not a heading for the other columns.
  const merged = above.filter((cell) => cell.trim() !== "").length > 1 ? above : [];
  let carried = "";
  return Array.from({ length: width }, (_, index) => {
    carried = merged[index]?.trim() || carried;
    const heading = own[index]?.trim() ?? "";
    if (heading === "") return carried || column(index);
    const joined = carried === "" ? heading : `${carried} ${heading}`;
    return carried !== "" && fieldOfHeading(joined) !== null ? joined : heading;
  });
}

/** Returns the name of a column as in spreadsheets: "A", "B" … "Z", "AA". */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${columnName(Math.floor(index / 26) - 1)}${letter}`;
}

function guessHeadingRow(cells: ListCells, known: KnownHeadings): number | null {
  let best: { row: number; score: number } | null = null;
  for (const [row, content] of cells.slice(0, ROWS_LOOKED_AT).entries()) {
    if (content.some((cell) => looksLikeContainer(cell))) break;
    const score = content.filter(
      (cell) => fieldOfHeading(cell) !== null || Object.hasOwn(known, plainHeading(cell)),
    ).length;
    if (score > (best?.score ?? 0)) best = { row, score };
  }
  return best?.row ?? null;
}

/** Returns the share of the non-empty cells of a column that pass a test. 0 for an empty column. */
function share(rows: ListCells, index: number, test: (cell: string) => boolean): number {
  const filled = rows.map((row) => row[index]?.trim() ?? "").filter(Boolean);
  return filled.length === 0 ? 0 : filled.filter(test).length / filled.length;
}

const looksLikeNumber = (cell: string): boolean =>
  looksLikeContainer(cell) || /^(?=.*\d)[A-Z0-9/]{7,35}$/.test(normalizeNumber(cell));

/** Returns the column that most likely contains the numbers to track. Container numbers have priority. */
function numberColumn(rows: ListCells, width: number, among: (index: number) => boolean): number | null {
  for (const test of [looksLikeContainer, looksLikeNumber]) {
    let best: { index: number; fits: number } | null = null;
    for (let index = 0; index < width; index += 1) {
      const fits = among(index) ? share(rows, index, test) : 0;
      if (fits >= 0.5 && fits > (best?.fits ?? 0)) best = { index, fits };
    }
    if (best) return best.index;
  }
  return null;
}

/**
 * Verifies the meaning of a heading with its cells. "type" can be a container size and "carrier" the name of a trucker.
 */
function fits(field: ListField, rows: ListCells, index: number): boolean {
  if (field === "type") return share(rows, index, (cell) => kindOfWord(cell) !== null) > 0.5;
  if (field === "scac") return share(rows, index, (cell) => scacOf(cell) !== null) > 0.5;
  return true;
}

/** Selects the number column among several candidates: first the container, then the BOL, then the booking. */
function chooseNumber(candidates: readonly number[], headings: readonly string[], rows: ListCells) {
  const rank = (index: number) => {
    const kind = kindOfHeading(headings[index] ?? "");
    const empty = share(rows, index, () => true) === 0 ? 10 : 0;
    return empty + (kind === null ? 3 : REQUEST_TYPES.indexOf(kind));
  };
  return [...candidates].sort((a, b) => rank(a) - rank(b) || a - b)[0] ?? null;
}

/**
 * Guesses the layout of a list: the heading row and the field of each column. It uses the meanings stored for the user
 * first, then the words of the headings, then the cells. The user can change everything.
 */
export function guessLayout(cells: ListCells, known: KnownHeadings = {}): ListLayout {
  const layout = layoutWith(cells, guessHeadingRow(cells, known), known);
  const number = layout.columns.indexOf("number");
  // Headings with unknown words: the cell above the numbers is not a number itself.
  const first = cells[0]?.[number]?.trim() ?? "";
  const isHeading = layout.headingRow === null && cells.length > 1 && first !== "" && !/\d/.test(first);
  return isHeading ? layoutWith(cells, 0, known) : layout;
}

/** Like `guessLayout`, but with a heading row chosen by the user. */
export function layoutWith(
  cells: ListCells,
  headingRow: number | null,
  known: KnownHeadings = {},
): ListLayout {
  const headings = headingsOf(cells, headingRow);
  const rows = cells
    .slice((headingRow ?? -1) + 1)
    .filter((row) => !isBlankRow(row))
    .slice(0, ROWS_SAMPLED);
  const columns = headings.map((heading, index): ListField | null => {
    if (headingRow === null) return null;
    const plain = plainHeading(heading);
    if (Object.hasOwn(known, plain)) return known[plain] ?? null;
    const field = fieldOfHeading(heading);
    return field && fits(field, rows, index) ? field : null;
  });
  const named = columns.flatMap((field, index) => (field === "number" ? [index] : []));
  const number =
    chooseNumber(named, headings, rows) ??
    numberColumn(rows, headings.length, (index) => columns[index] === null);
  const taken = new Set<ListField>(["number"]);
  const settled = columns.map((field, index): ListField | null => {
    if (index === number) return "number";
    if (field === null || (taken.has(field) && !MANY_COLUMNS.includes(field))) return null;
    taken.add(field);
    return field;
  });
  const kind = number === null || headingRow === null ? null : kindOfHeading(headings[number] ?? "");
  return { headingRow, columns: settled, kind };
}

/**
 * Returns the layout with one changed column. A field that is allowed only once is removed from its previous column.
 */
export function withColumn(layout: ListLayout, index: number, field: ListField | null): ListLayout {
  const columns = layout.columns.map((before, each) => {
    if (each === index) return field;
    return field !== null && before === field && !MANY_COLUMNS.includes(field) ? null : before;
  });
  return { ...layout, columns };
}

/** Returns the heading meanings of a layout to store for the next list. */
export function headingsLearnt(cells: ListCells, layout: ListLayout): KnownHeadings {
  if (layout.headingRow === null) return {};
  const headings = headingsOf(cells, layout.headingRow);
  return Object.fromEntries(
    headings.flatMap((heading, index) => {
      const plain = plainHeading(heading);
      return plain === "" ? [] : [[plain, layout.columns[index] ?? null]];
    }),
  );
}
