import { type BoardRow, boardOrder, compareBoardRows } from "@/lib/dispatch/board-row";
import type { BoardFilters, BoardSort } from "./board-address";
import type { BoardPageData, BoardRowsData } from "./board-page-data";
import { type ColumnId, changedColumns } from "./row-differences";

/** The columns whose facts a sort reads. */
const SORT_READS: Record<BoardSort, ColumnId[]> = {
  container: ["number"],
  deadline: ["left", "deadline"],
  status: ["release"],
  charges: ["charges"],
  appointment: ["appointment"],
  carrier: ["carrier"],
  terminal: ["terminal"],
  line: ["terminal"],
  vessel: ["vessel"],
  eta: ["vessel"],
  customer: ["references"],
  out: ["gateOut"],
  checked: ["checked"],
};

export type Patched = {
  pages: Map<number, BoardPageData>;
  /** Rows that are shown and changed, with the columns to mark. */
  changes: Map<string, { number: string; columns: ColumnId[] }>;
  /** Rows came, went or moved: the pages must be read again to be in order. */
  reorder: boolean;
};

function moves(sort: BoardFilters["sort"], before: BoardRow, after: BoardRow, columns: ColumnId[]): boolean {
  if (!sort) return JSON.stringify(boardOrder(before)) !== JSON.stringify(boardOrder(after));
  if (sort.by === "checked") return before.checkedAt !== after.checkedAt;
  return columns.some((column) => SORT_READS[sort.by].includes(column));
}

/** Whether a row that is not on the page belongs on it in the desk's own order. */
function belongsOn(page: BoardPageData, row: BoardRow): boolean {
  const [first, last] = [page.rows.at(0), page.rows.at(-1)];
  return Boolean(first && last && compareBoardRows(first, row) <= 0 && compareBoardRows(row, last) <= 0);
}

/**
 * Puts freshly read rows where their old readings stand. What cannot be told from here – a row that left, came, or
 * may stand elsewhere – is `reorder`. Rows keep their places until the pages are read again.
 *
 * @param pages what is loaded, by page number
 * @param asked the ids that were asked for: one that is not answered is gone
 */
export function patchPages(
  pages: ReadonlyMap<number, BoardPageData>,
  fresh: BoardRowsData,
  asked: readonly string[],
  sort: BoardFilters["sort"],
): Patched {
  const byId = new Map(fresh.rows.map((row) => [row.id, row]));
  const changes: Patched["changes"] = new Map();
  const shown = new Set<string>();
  let reorder = false;
  let loaded = 0;
  const patched = new Map<number, BoardPageData>();

  for (const [number, page] of pages) {
    loaded += page.rows.length;
    if (page.total !== fresh.total) reorder = true;
    const rows = page.rows.map((before) => {
      if (!asked.includes(before.id)) return before;
      shown.add(before.id);
      const answer = byId.get(before.id);
      if (!answer) {
        reorder = true;
        return before;
      }
      const { matches, ...after } = answer;
      const columns = changedColumns(before, after);
      if (!matches || moves(sort, before, after, columns)) reorder = true;
      if (columns.length > 0) changes.set(after.id, { number: after.number, columns });
      return after;
    });
    patched.set(number, { rows, total: fresh.total, counts: fresh.counts, asOf: fresh.asOf });
  }

  // A row that matches and is not shown stands on a page that is not loaded, or has just come in among these.
  const unseen = fresh.rows.filter((row) => row.matches && !shown.has(row.id));
  const cameIn = (row: BoardRow) =>
    sort !== null || loaded >= fresh.total || [...pages.values()].some((page) => belongsOn(page, row));
  if (unseen.some(cameIn)) reorder = true;
  return { pages: patched, changes, reorder };
}
