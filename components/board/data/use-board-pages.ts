"use client";

import { useCallback } from "react";
import type { Listing } from "@/components/board/list-items";
import { pageOf } from "@/components/ui/lists/page-size";
import { type OnPages, useShownPages } from "@/components/ui/lists/use-visible-pages";

/** Reports the pages of the rendered rows, which are located between the group headers. */
export function useBoardPages(
  list: string,
  { places }: Listing,
  items: readonly { index: number }[],
  onPages: OnPages,
): void {
  const pagesAt = useCallback(
    (from: number, to: number) => {
      const pages = new Set<number>();
      for (let place = from; place <= Math.min(to, places.count - 1); place += 1) {
        const at = places.at(place);
        if (at.kind === "row") pages.add(pageOf(at.index));
      }
      return [...pages];
    },
    [places],
  );
  useShownPages(list, items, pagesAt, onPages);
}
