"use client";

import { useCallback, useMemo, useState } from "react";
import type { BoardRows } from "@/components/board/data/use-board-rows";
import type { BoardGroup } from "@/lib/features/board/rules/board-address";
import { groupKey, listPlaces, type Places } from "./list-positions";
import type { GroupSum } from "./page-data";

/** The rendered items of a board: its rows, group headers and the position of each. */
export type Listing = {
  rows: BoardRows;
  by: BoardGroup | null;
  groups: readonly GroupSum[] | null;
  places: Places;
  isFolded: (group: GroupSum) => boolean;
  fold: (group: GroupSum) => void;
  /** Collapses or expands all groups. */
  foldAll: (folded: boolean) => void;
};

/** What identifies the item at a position: a group or a container. Undefined while it is loading. */
export function idAtPlace({ places, groups, rows }: Listing, place: number): string | undefined {
  if (place >= places.count) return undefined;
  const at = places.at(place);
  if (at.kind === "row") return rows.rowAt(at.index)?.id;
  const group = groups?.[at.group];
  return group && `group ${groupKey(group)}`;
}

const NONE: ReadonlySet<string> = new Set();

/** Combines rows and groups. A new grouping starts expanded. */
export function useListing(
  rows: BoardRows,
  by: BoardGroup | null,
  groups: readonly GroupSum[] | null,
): Listing {
  const [state, setState] = useState<{ by: BoardGroup | null; folded: ReadonlySet<string> }>({
    by,
    folded: NONE,
  });
  const folded = state.by === by ? state.folded : NONE;
  const { shown } = rows;
  const places = useMemo(() => listPlaces(groups, shown, folded), [groups, shown, folded]);
  const isFolded = useCallback((group: GroupSum) => folded.has(groupKey(group)), [folded]);
  const fold = useCallback(
    (group: GroupSum) => {
      setState((now) => {
        const next = new Set(now.by === by ? now.folded : NONE);
        if (!next.delete(groupKey(group))) next.add(groupKey(group));
        return { by, folded: next };
      });
    },
    [by],
  );
  const foldAll = (all: boolean) => setState({ by, folded: new Set(all ? groups?.map(groupKey) : []) });
  return { rows, by, groups, places, isFolded, fold, foldAll };
}
