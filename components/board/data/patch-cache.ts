import type { BoardCounts, BoardPageData, BoardRowsData } from "@/components/board/page-data";
import { type BoardRow, boardOrder, compareBoardRows } from "@/lib/domain/board-row/board-row";
import { type ColumnId, changedColumns } from "@/lib/domain/board-row/board-row-cells";
import type { BoardGroup, BoardQuery } from "@/lib/features/board/rules/board-address";
import { effectiveSort, sortColumns } from "@/lib/features/board/rules/sort-orders";

export type Patched = {
  pages: Map<number, BoardPageData>;
  /** Shown rows that changed, with the columns to mark. */
  changes: Map<string, { number: string; columns: ColumnId[] }>;
  /** Whether rows were added, removed or moved, so that the pages must be refetched. */
  reorder: boolean;
};

const GROUP_READS: Record<BoardGroup, ColumnId> = {
  terminal: "terminal",
  line: "line",
  carrier: "carrier",
  customer: "customer",
  vessel: "vessel",
};

/** The parts of a query that determine the row order. */
type Order = Pick<BoardQuery, "queue" | "sort" | "group">;

function moves(order: Order, before: BoardRow, after: BoardRow, columns: ColumnId[]): boolean {
  const { group } = order;
  const sort = effectiveSort(order);
  if (group && columns.includes(GROUP_READS[group])) return true;
  if (sort.some(({ by }) => by === "checked") && before.checkedAt !== after.checkedAt) return true;
  if (sort.some(({ by }) => columns.some((column) => sortColumns(by).includes(column)))) return true;
  return sort.length === 0 && JSON.stringify(boardOrder(before)) !== JSON.stringify(boardOrder(after));
}

/** Whether a row that is not on the page belongs to it in the dashboard's default order. */
function belongsOn(page: BoardPageData, row: BoardRow): boolean {
  const [first, last] = [page.rows.at(0), page.rows.at(-1)];
  return Boolean(first && last && compareBoardRows(first, row) <= 0 && compareBoardRows(row, last) <= 0);
}

/** When the list of a page was read: a row that is on it matched then. */
export const listedAt = (page: Pick<BoardPageData, "asOf" | "listedAt">): string =>
  page.listedAt ?? page.asOf;

/**
 * Replaces stored rows with newly read ones. `reorder` is true for changes that cannot be applied here: a row was
 * removed, was added, or may have moved. Rows keep their positions until the pages are refetched.
 *
 * @param pages the loaded pages, by page number
 * @param asked the requested ids; an id without a row in the response was deleted
 */
export function patchPages(
  pages: ReadonlyMap<number, BoardPageData>,
  fresh: BoardRowsData,
  requested: readonly string[],
  order: Order,
): Patched {
  const byId = new Map(fresh.rows.map((row) => [row.id, row]));
  const changes: Patched["changes"] = new Map();
  const shown = new Set<string>();
  let reorder = false;
  let loaded = 0;
  let total: number | null = null;
  const patched = new Map<number, BoardPageData>();

  for (const [number, page] of pages) {
    loaded += page.rows.length;
    total = page.total;
    const rows = page.rows.map((before) => {
      if (!requested.includes(before.id)) return before;
      shown.add(before.id);
      const response = byId.get(before.id);
      if (!response) {
        reorder = true;
        return before;
      }
      const { matches, ...after } = response;
      const columns = changedColumns(before, after);
      if (!matches || moves(order, before, after, columns)) reorder = true;
      if (columns.length > 0) changes.set(after.id, { number: after.number, columns });
      return after;
    });
    patched.set(number, {
      ...page,
      rows,
      unseenChanges: { ...page.unseenChanges, ...fresh.unseenChanges },
      asOf: fresh.asOf,
      listedAt: listedAt(page),
    });
  }

  // A matching row that is not shown is on a page that is not loaded, or was just added to the loaded ones.
  const unseen = fresh.rows.filter((row) => row.matches && !shown.has(row.id));
  const cameIn = (row: BoardRow) =>
    effectiveSort(order).length > 0 ||
    order.group !== null ||
    (total !== null && loaded >= total) ||
    [...pages.values()].some((page) => belongsOn(page, row));
  if (unseen.some(cameIn)) reorder = true;
  return { pages: patched, changes, reorder };
}

/**
 * Updates the counts of the loaded pages. `reorder` is true if the total number of rows changed. A null `total` leaves the
 * known one.
 */
export function recountPages(
  pages: ReadonlyMap<number, BoardPageData>,
  { total: counted, ...counts }: Partial<Omit<BoardCounts, "total">> & { total: number | null },
): Pick<Patched, "pages" | "reorder"> {
  return {
    pages: new Map(
      [...pages].map(([number, page]) => [
        number,
        { ...page, ...counts, total: counted ?? page.total, listedAt: listedAt(page) },
      ]),
    ),
    reorder: [...pages.values()].some(({ total }) => total !== null && counted !== null && total !== counted),
  };
}
