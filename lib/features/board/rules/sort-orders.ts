import type { ColumnId } from "@/lib/domain/board-row/board-row-cells";

/** The sort keys of the board, each with the columns whose values it depends on. The address and the SQL use these names. */
const SORTS = {
  container: ["number"],
  deadline: ["left", "deadline"],
  ready: ["release"],
  status: ["status"],
  charges: ["charges"],
  appointment: ["appointment"],
  carrier: ["carrier"],
  terminal: ["terminal"],
  line: ["terminal"],
  vessel: ["vessel"],
  eta: ["vessel"],
  customer: ["references"],
  out: ["gateOut"],
  return: ["returnDue"],
  checked: ["checked"],
} as const satisfies Record<string, readonly ColumnId[]>;
export type BoardSort = keyof typeof SORTS;

/** The columns whose values a sort depends on. */
export const sortColumns = (by: BoardSort): readonly ColumnId[] => SORTS[by];

const isSort = (text: string): text is BoardSort => Object.hasOwn(SORTS, text);

/** One column of an order. */
export type SortBy = { by: BoardSort; descending: boolean };

/** Maximum number of columns in an order, so that users can follow it. */
export const MAX_SORTS = 4;

/** Formats sort columns in their order: "-eta,container". */
export const formatSort = (sort: readonly SortBy[]): string =>
  sort.map(({ by, descending }) => `${descending ? "-" : ""}${by}`).join(",");

/** The sorts whose first rows an index finds (`formatSort`). Every other one reads all matching rows. */
const INDEXED_SORTS = ["", "deadline", "container", "-container", "eta", "-eta"] as const;
export type IndexedSort = (typeof INDEXED_SORTS)[number];

export const indexedSort = (sort: readonly SortBy[]): IndexedSort | undefined =>
  INDEXED_SORTS.find((indexed) => indexed === formatSort(sort));

/** Reads a `sort` parameter. Returns the columns it names and the parts that name none. */
export function parseSort(text: string): { sort: SortBy[]; wrong: string[] } {
  const sort: SortBy[] = [];
  const wrong: string[] = [];
  for (const part of text === "" ? [] : text.split(",")) {
    const descending = part.startsWith("-");
    const by = descending ? part.slice(1) : part;
    if (!isSort(by) || sort.length === MAX_SORTS || sort.some((each) => each.by === by)) wrong.push(part);
    else sort.push({ by, descending });
  }
  return { sort, wrong };
}

/**
 * Returns the order after a click on a header: ascending, descending, then off. `along` keeps the other columns (a
 * click with shift). Without it, the clicked column is the only one.
 */
export function nextSort(sort: readonly SortBy[], by: BoardSort, along = false): SortBy[] {
  const up = { by, descending: false };
  const now = sort.find((each) => each.by === by);
  if (!along && (sort.length !== 1 || !now)) return [up];
  if (!now) return [...sort.slice(0, MAX_SORTS - 1), up];
  return sort.flatMap((each) => (each.by !== by ? each : each.descending ? [] : { by, descending: true }));
}
