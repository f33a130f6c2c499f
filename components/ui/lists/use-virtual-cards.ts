"use client";

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { useListStart } from "./use-visible-pages";

const OVERSCAN = 6;

/**
 * The visible cards of a long list of `count` cards. `heightOf` returns the height of each in px, including its gap.
 */
export function useCardWindow({
  list,
  count,
  heightOf,
}: {
  /** A new list is shown from its start. */
  list: string;
  count: number;
  heightOf: (place: number) => number;
}) {
  const cards: RefObject<HTMLUListElement | null> = useRef(null);
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const top = cards.current?.getBoundingClientRect().top ?? 0;
    setOffset(top + window.scrollY);
  }, []);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: heightOf,
    overscan: OVERSCAN,
    scrollMargin: offset,
  });
  useListStart(list, () => {
    if (window.scrollY > offset) window.scrollTo({ top: offset });
  });
  const scrollTo = useCallback((index: number) => virtualizer.scrollToIndex(index), [virtualizer]);
  return { cards, offset, virtualizer, items: virtualizer.getVirtualItems(), scrollTo };
}
