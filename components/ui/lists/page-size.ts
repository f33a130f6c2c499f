/** Rows of a long list to a request: two screens of a large monitor. */
export const PAGE_SIZE = 60;

/** The page a row of the whole list stands on. */
export const pageOf = (index: number): number => Math.floor(index / PAGE_SIZE);

/** One page of a list as of an instant (ISO 8601, UTC); `total` counts the whole list. */
export type ListPage<Row> = { rows: Row[]; total: number; asOf: string };
