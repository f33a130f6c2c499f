/** The sort keys of the board. The address and the table of rows share these names. */
export const BOARD_SORTS = [
  "container",
  "deadline",
  "ready",
  "status",
  "charges",
  "appointment",
  "carrier",
  "terminal",
  "line",
  "vessel",
  "eta",
  "customer",
  "out",
  "return",
  "checked",
] as const;
export type BoardSort = (typeof BOARD_SORTS)[number];
/** One column of an order. */
export type SortBy = { by: BoardSort; descending: boolean };

/** Maximum number of columns in an order, so that users can follow it. */
export const MAX_SORTS = 4;

/** Formats sort columns in their order: "-eta,container". */
export const formatSort = (sort: readonly SortBy[]): string =>
  sort.map(({ by, descending }) => `${descending ? "-" : ""}${by}`).join(",");

/** Reads a `sort` parameter. Returns the columns it names and the parts that name none. */
export function parseSort(text: string): { sort: SortBy[]; wrong: string[] } {
  const sort: SortBy[] = [];
  const wrong: string[] = [];
  for (const part of text === "" ? [] : text.split(",")) {
    const descending = part.startsWith("-");
    const by = BOARD_SORTS.find((name) => name === (descending ? part.slice(1) : part));
    if (!by || sort.length === MAX_SORTS || sort.some((each) => each.by === by)) wrong.push(part);
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
