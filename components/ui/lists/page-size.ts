/** Rows of a long list per request: two screens of a large monitor. */
export const PAGE_SIZE = 60;

/** The page that contains a row of the whole list. */
export const pageOf = (index: number): number => Math.floor(index / PAGE_SIZE);

/**
 * One page of a list at an instant (ISO 8601, UTC). `total` is the length of the whole list, null if it was not counted. `next`
 * is where the next page begins, if the server finds it faster than by its offset.
 */
export type ListPage<Row> = { rows: Row[]; total: number | null; asOf: string; next?: string | null };
