"use client";

import { useLayoutEffect, useMemo, useRef, useSyncExternalStore } from "react";
import type { BoardPageData } from "@/components/board/page-data";
import { PAGE_SIZE } from "@/components/ui/lists/page-size";
import type { ListRows } from "@/components/ui/lists/use-list-rows";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import {
  keepRows,
  listRows,
  NOTHING_SHOWN,
  type ShownPlaces,
  type ShownRows,
  shownPlaces,
} from "./keep-rows";
import { listedAt } from "./patch-cache";
import { rowsInWork } from "./rows-in-work";

/** The loaded pages in the order in which they were read. Of two that were read at once, the later one first. */
const pagesAsRead = (loaded: ReadonlyMap<number, BoardPageData>) =>
  [...loaded]
    .map(([number, page]) => ({ rows: page.rows, from: number * PAGE_SIZE, asOf: listedAt(page) }))
    .sort((a, b) => Date.parse(a.asOf) - Date.parse(b.asOf) || b.from - a.from);

export type KeptRows = {
  rowAt: (place: number) => BoardRow | undefined;
  /** The shown position of a loaded container. */
  placeOf: (id: string) => number | undefined;
  /** The shown positions: those of the list, and those of rows that keep their places. */
  shown: ShownPlaces;
  /** The rows in work that no longer match. */
  leaving: ReadonlySet<string>;
};

/**
 * Shows rows in work where they were, until the focus has left them and their changes are saved. Renders again when one of
 * them is left, not with each focus.
 */
export function useKeptRows({
  list,
  loaded,
  rowAt,
  total,
  outdated,
}: ListRows<BoardRow, BoardPageData>): KeptRows {
  const last = useRef<{ list: string; rows: ShownRows }>({ list, rows: NOTHING_SHOWN });
  useSyncExternalStore(
    rowsInWork.subscribe,
    () => {
      const ids = rowsInWork.ids();
      const { kept, leaving } = last.current.rows;
      const special = [...kept.map(({ row }) => row.id), ...leaving].filter((id) => ids.has(id));
      return `${rowsInWork.version()} ${special.join()}`;
    },
    () => "0 ",
  );
  const before = last.current.list === list ? last.current.rows : NOTHING_SHOWN;
  const { listed, stale } = listRows(outdated ? [] : pagesAsRead(loaded));
  const listedAtIndex = (index: number) => (stale.has(index) ? undefined : rowAt(index));
  const rows = outdated ? NOTHING_SHOWN : keepRows(listed, before, rowsInWork.ids(), rowsInWork.reads());
  useLayoutEffect(() => {
    last.current = { list, rows };
  });
  // Rows that were counted again may be fewer than those listed: these keep their places until they are read again.
  const length = Math.max(total, (listed.at(-1)?.index ?? -1) + 1);
  // The places are the same object as long as no row is kept elsewhere: what depends on them renders less.
  const { kept, leaving } = rows;
  const keptKey = kept.map(({ row, gap, from }) => `${row.id} ${gap} ${from}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `keptKey` says which rows are kept where
  const shown = useMemo(() => shownPlaces(length, kept), [length, keptKey]);
  return {
    rowAt(place) {
      if (kept.length === 0) return listedAtIndex(place);
      const at = shown.at(place);
      return typeof at === "number"
        ? listedAtIndex(at)
        : (kept.find(({ row }) => row.id === at.id)?.row ?? at);
    },
    placeOf(id) {
      const at = kept.findIndex(({ row }) => row.id === id);
      if (at >= 0) return shown.kept[at];
      const index = listed.find(({ row }) => row.id === id)?.index;
      return index === undefined ? undefined : shown.placeOf(index);
    },
    shown,
    leaving,
  };
}
