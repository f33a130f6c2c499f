"use client";

import { useEffect, useLayoutEffect, useRef } from "react";

/** Called with a list and its pages in view. */
export type OnPages = (list: string, pages: readonly number[]) => void;

/** Calls `toStart` when a new list is shown. */
export function useListStart(list: string, toStart: () => void): void {
  const shown = useRef(list);
  useLayoutEffect(() => {
    if (shown.current === list) return;
    shown.current = list;
    toStart();
  });
}

/**
 * Reports the pages of the rendered rows; for a newly chosen list, the pages at its start. `pagesAt` returns the pages
 * between two positions, both included. It is the same function as long as the positions are unchanged.
 */
export function useShownPages(
  list: string,
  items: readonly { index: number }[],
  pagesAt: (from: number, to: number) => readonly number[],
  onPages: OnPages,
): void {
  const reported = useRef(list);
  const from = items.at(0)?.index ?? 0;
  const to = items.at(-1)?.index ?? 0;
  useEffect(() => {
    // After a change of list, the scroll position is already at the top before the row window is updated.
    const shift = reported.current === list ? 0 : from;
    reported.current = list;
    const pages = pagesAt(from - shift, to - shift);
    if (pages.length > 0) onPages(list, pages);
  }, [list, pagesAt, from, to, onPages]);
}
