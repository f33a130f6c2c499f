/** What the board's rows can be put in order by; the address and the rows' table share the names. */
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

/** Most columns an order goes by: more than that nobody can follow. */
export const MOST_SORTS = 4;

/** "-eta,container" for columns in their order. */
export const formatSort = (sort: readonly SortBy[]): string =>
  sort.map(({ by, descending }) => `${descending ? "-" : ""}${by}`).join(",");

/** Reads a `sort` parameter: the columns it names, and the parts that name none. */
export function parseSort(text: string): { sort: SortBy[]; wrong: string[] } {
  const sort: SortBy[] = [];
  const wrong: string[] = [];
  for (const part of text === "" ? [] : text.split(",")) {
    const descending = part.startsWith("-");
    const by = BOARD_SORTS.find((name) => name === (descending ? part.slice(1) : part));
    if (!by || sort.length === MOST_SORTS || sort.some((each) => each.by === by)) wrong.push(part);
    else sort.push({ by, descending });
  }
  return { sort, wrong };
}

/**
 * The order after a click on a header: up, down, then without it. `along` keeps the other columns (a click with shift);
 * without it the header's is the only one.
 */
export function nextSort(sort: readonly SortBy[], by: BoardSort, along = false): SortBy[] {
  const up = { by, descending: false };
  const now = sort.find((each) => each.by === by);
  if (!along && (sort.length !== 1 || !now)) return [up];
  if (!now) return [...sort.slice(0, MOST_SORTS - 1), up];
  return sort.flatMap((each) => (each.by !== by ? each : each.descending ? [] : { by, descending: true }));
}
