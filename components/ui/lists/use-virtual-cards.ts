"use client";

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { useListStart } from "./use-visible-pages";

const OVERSCAN = 6;

/** The cards of a long list that the window shows of `count`, each as high as `heightOf` says, in px with its gap. */
export function useCardWindow({
  list,
  count,
  heightOf,
}: {
  /** Another one is shown from its start. */
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
