import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { ColumnId } from "@/lib/domain/board-row/board-row-cells";
import type { Money } from "@/lib/domain/charges/money";
import type { UnreadableLine } from "@/lib/domain/numbers/number-list";
import type { FacetId } from "@/lib/features/board/rules/filters";

export { PAGE_SIZE } from "@/components/ui/lists/page-size";

/** The unseen changes of a row: the time of the last one, since when they are unseen (UTC text), and the changed columns. */
export type RowChanges = { at: string; since: string; columns: ColumnId[] };

/**
 * One page of a board: `counts` of every queue of the account, `unseenChanges` by row, and `changed`, the number of containers
 * with unseen changes. `total` is null where the matching rows are not counted yet. All values are of one time (ISO 8601, UTC).
 */
export type BoardPageData = {
  rows: BoardRow[];
  unseenChanges: Record<string, RowChanges>;
  total: number | null;
  /** Where the next page begins. Null where no index serves the order, and on the last page. */
  next: string | null;
  counts: Record<string, number>;
  changed: number;
  asOf: string;
  /** When its list was read, if rows or counts of it were read later, at `asOf`. */
  listedAt?: string;
};

/** The counts of a board, with the number of its matching rows. */
export type BoardCounts = Omit<BoardPageData, "rows" | "unseenChanges" | "total" | "next" | "listedAt"> & {
  total: number;
};

/** Requested rows, read again. `matches` is whether a row still belongs to the shown board. */
export type BoardRowsData = Pick<BoardPageData, "unseenChanges" | "asOf"> & {
  rows: (BoardRow & { matches: boolean })[];
};

/**
 * A message about changes, pushed to an open board. `rows` match the board, `others` do not or no longer exist. `reread`
 * replaces both when more changed than a message holds. `total` is null where the rows must be counted.
 */
export type BoardPush =
  | (Pick<BoardPageData, "rows" | "unseenChanges" | "counts" | "total" | "asOf"> & {
      others: string[];
      changed?: number;
    })
  | { reread: true };

export type FacetValue = { value: string; label: string; count: number };
export type BoardFacets = Record<FacetId, FacetValue[]>;

/** One group with its subtotals. A null `value` is the group of containers without a value. */
export type GroupSum = {
  value: string | null;
  containers: number;
  ready: number;
  held: number;
  expired: number;
  charges: Money[];
};

/** A saved view. `address` contains its parameters. */
export type SavedView = {
  id: string;
  name: string;
  shared: boolean;
  address: string;
  version: number;
  mine: boolean;
  owner: string;
};
export type ViewList = { views: SavedView[]; defaultViewId: string | null };

/** The report on a column of numbers: how many are known, which are missing, and the lines without a number. */
export type NumbersReport = {
  requestedCount: number;
  found: number;
  missing: string[];
  unreadable: UnreadableLine[];
  unreadableCount: number;
  lines: number;
};

export type Density = "cosy" | "compact";
/** The user's board settings. `columns` is in layout notation, "" for the defaults. */
export type BoardSettings = { density: Density; columns: string };

/** The result of a change of the user's views: the views after it, or the reason of the failure. */
export type ViewsResponse =
  | { list: ViewList; view: SavedView | null }
  | { problem: string; list: ViewList | null };

/** The server actions of the board. */
export type BoardActions = {
  saveView: (view: { name: string; address: string; shared: boolean }) => Promise<ViewsResponse>;
  changeView: (
    id: string,
    version: number,
    change: { name?: string; shared?: boolean; address?: string },
  ) => Promise<ViewsResponse>;
  deleteView: (id: string) => Promise<ViewsResponse>;
  setDefaultView: (id: string | null) => Promise<ViewsResponse>;
};
