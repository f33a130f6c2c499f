"use client";

import { useEffect, useLayoutEffect, useRef } from "react";
import { pageOf } from "./page-size";

/** Called with a list and its pages in view. */
export type OnPages = (list: string, pages: readonly number[]) => void;

/** The number of items of a list. `at` returns the item at a position, if some are group headers instead of rows. */
type Positions = {
  count: number;
  at?: (place: number) => { kind: "row"; index: number } | { kind: "group" };
};

/** Rows this far from a rendered one are loaded before they come into view: the next one can be edited at once. */
const AHEAD = 20;

/** The pages of the rows at these positions and near them. */
export function pagesOf({ count, at }: Positions, places: readonly number[]): number[] {
  const pages = new Set<number>();
  for (const place of places.flatMap((each) => [each, each - AHEAD, each + AHEAD])) {
    if (place < 0 || place >= count) continue;
    const item = at?.(place) ?? { kind: "row", index: place };
    if (item.kind === "row") pages.add(pageOf(item.index));
  }
  return [...pages];
}

/** Calls `toStart` when a new list is shown. */
export function useListStart(list: string, toStart: () => void): void {
  const shown = useRef(list);
  useLayoutEffect(() => {
    if (shown.current === list) return;
    shown.current = list;
    toStart();
  });
}

/** Reports the pages of the rendered rows; for a newly chosen list, the pages at its start. */
export function useVisiblePages(
  list: string,
  items: readonly { index: number }[],
  { count, at }: Positions,
  onPages: OnPages,
): void {
  const reported = useRef(list);
  const from = items.at(0)?.index ?? 0;
  // A row that has work in progress is rendered also where it is not visible.
  const rendered = items.map(({ index }) => index).join();
  useEffect(() => {
    // After a change of list, the scroll position is already at the top before the row window is updated.
    const shift = reported.current === list ? 0 : from;
    reported.current = list;
    const places = rendered === "" ? [0] : rendered.split(",").map((place) => Number(place) - shift);
    const pages = pagesOf({ count, at }, places);
    if (pages.length > 0) onPages(list, pages);
  }, [list, count, at, from, rendered, onPages]);
}
