"use client";

import { useCallback } from "react";
import { pageOf } from "@/components/ui/lists/page-size";
import { type OnPages, useShownPages } from "@/components/ui/lists/use-visible-pages";

/** Reports the pages of the rendered rows in a list of `total` rows. */
export function useShownRange(
  list: string,
  total: number,
  items: readonly { index: number }[],
  onPages: OnPages,
): void {
  const pagesAt = useCallback(
    (from: number, to: number) => {
      const [first, last] = [pageOf(from), pageOf(Math.min(to, total - 1))];
      return total === 0 ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index);
    },
    [total],
  );
  useShownPages(list, items, pagesAt, onPages);
}
