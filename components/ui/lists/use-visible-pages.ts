"use client";

import { useEffect, useLayoutEffect, useRef } from "react";

/** Tells which pages of which list are in view. */
export type OnPages = (list: string, pages: readonly number[]) => void;

/** Calls `toStart` when another list is shown than before. */
export function useListStart(list: string, toStart: () => void): void {
  const shown = useRef(list);
  useLayoutEffect(() => {
    if (shown.current === list) return;
    shown.current = list;
    toStart();
  });
}

/**
 * Tells of the pages whose rows are drawn; of a list that was just chosen, those at its start. `pagesAt` gives the pages
 * between two places, both included, and is the same function as long as the places are.
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
    // After a change of list the sheet is at the top before the window of rows knows.
    const shift = reported.current === list ? 0 : from;
    reported.current = list;
    const pages = pagesAt(from - shift, to - shift);
    if (pages.length > 0) onPages(list, pages);
  }, [list, pagesAt, from, to, onPages]);
}
