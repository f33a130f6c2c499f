"use client";

import { useEffect, useRef } from "react";
import type { OnPages } from "@/components/board/use-list-start";
import { pageOf } from "@/components/ui/list-page";

/** Tells of the pages whose rows are drawn; of a list that was just chosen, those at its start. */
export function useShownStretch(
  list: string,
  total: number,
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
    if (total === 0) return;
    const [first, last] = [pageOf(from - shift), pageOf(Math.min(to - shift, total - 1))];
    onPages(
      list,
      Array.from({ length: last - first + 1 }, (_, index) => first + index),
    );
  }, [list, total, from, to, onPages]);
}
