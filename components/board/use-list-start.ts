"use client";

import { useLayoutEffect, useRef } from "react";

/** Tells which places of which list are in view. */
export type OnRange = (list: string, first: number, last: number) => void;

/** Calls `toStart` when another list is shown than before. */
export function useListStart(list: string, toStart: () => void): void {
  const shown = useRef(list);
  useLayoutEffect(() => {
    if (shown.current === list) return;
    shown.current = list;
    toStart();
  });
}
