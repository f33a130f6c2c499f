import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { ColumnId } from "@/lib/domain/board-row/board-row-cells";
import type { Money } from "@/lib/domain/charges/money";
import type { UnreadableLine } from "@/lib/domain/numbers/number-list";

export { PAGE_SIZE } from "@/components/ui/lists/page-size";

/** What changed of a row since the person looked: when last (UTC text), and which columns. */
export type RowNews = { at: string; columns: ColumnId[] };

/**
 * One page of a board: `counts` of every queue of the account, `news` by row and `changed`, how many containers have any; all
 * as of one instant (ISO 8601, UTC).
 */
export type BoardPageData = {
  rows: BoardRow[];
  news: Record<string, RowNews>;
  total: number;
  counts: Record<string, number>;
  changed: number;
  asOf: string;
};

/** What is counted next to a page. */
export type BoardCounts = Omit<BoardPageData, "rows" | "news">;

/** Named rows read again; `matches` says whether a row still belongs to what the board shows. */
export type BoardRowsData = Pick<BoardPageData, "news" | "asOf"> & {
  rows: (BoardRow & { matches: boolean })[];
};

export type FacetValue = { value: string; label: string; count: number };
export type BoardFacets = Record<
  "terminals" | "lines" | "ports" | "statuses" | "carriers" | "customers" | "holds" | "tags" | "fields",
  FacetValue[]
>;

/** One group with what its containers come to; `value` null: the containers without one. */
export type GroupSum = {
  value: string | null;
  containers: number;
  ready: number;
  held: number;
  expired: number;
  charges: Money[];
};

/** A saved board; `address` is its parameters. */
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

/** How a column of numbers stands: how many are here, which are not, and the lines that name none. */
export type NumbersReport = {
  asked: number;
  found: number;
  missing: string[];
  unreadable: UnreadableLine[];
  unreadableCount: number;
  lines: number;
};

export type Density = "cosy" | "compact";
/** How the person has the board; `columns` as a layout is written, "" for the dashboard's. */
export type BoardSettings = { density: Density; columns: string };

/** What a change of the person's views came to: the views as they are now, or why it was not done. */
export type ViewsAnswer =
  | { list: ViewList; view: SavedView | null }
  | { problem: string; list: ViewList | null };

/** What the board asks its page to do. */
export type BoardActions = {
  saveView: (view: { name: string; address: string; shared: boolean }) => Promise<ViewsAnswer>;
  changeView: (
    id: string,
    version: number,
    change: { name?: string; shared?: boolean; address?: string },
  ) => Promise<ViewsAnswer>;
  deleteView: (id: string) => Promise<ViewsAnswer>;
  setDefaultView: (id: string | null) => Promise<ViewsAnswer>;
};
