"use client";

import { useEffect, useLayoutEffect, useRef } from "react";
import { pageOf } from "@/components/ui/list-page";
import type { Listing } from "./listing";

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

/** Tells of the pages whose rows are drawn; of a list that was just chosen, those at its start. */
export function useShownPages(
  list: string,
  { places }: Listing,
  items: readonly { index: number }[],
  onPages: OnPages,
): void {
  const told = useRef(list);
  const from = items.at(0)?.index ?? 0;
  const to = items.at(-1)?.index ?? 0;
  useEffect(() => {
    // After a change of list the sheet is at the top before the window of rows knows.
    const shift = told.current === list ? 0 : from;
    told.current = list;
    const pages = new Set<number>();
    for (let place = from - shift; place <= Math.min(to - shift, places.count - 1); place += 1) {
      const at = places.at(place);
      if (at.kind === "row") pages.add(pageOf(at.index));
    }
    if (pages.size > 0) onPages(list, [...pages]);
  }, [list, places, from, to, onPages]);
}
