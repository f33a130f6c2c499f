import type { BoardRow } from "@/lib/dispatch/board-row";

/** Rows to a request. */
export const PAGE_SIZE = 100;

/** One page of a board: `counts` of every queue under the same filters, all as of one instant (ISO 8601, UTC). */
export type BoardPageData = {
  rows: BoardRow[];
  total: number;
  counts: Record<string, number>;
  asOf: string;
};

/** Named rows read again; `matches` says whether a row still belongs to what the board shows. */
export type BoardRowsData = Omit<BoardPageData, "rows"> & { rows: (BoardRow & { matches: boolean })[] };

export type FacetValue = { value: string; label: string; count: number };
export type BoardFacets = Record<"terminals" | "lines" | "ports" | "statuses" | "carriers", FacetValue[]>;
