"use client";

import { startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import { assignSlots } from "./row-recycling";

/** Number of rows rendered beyond the visible ones, above and below. */
const BEYOND = 6;
const BEYOND_AFTER_MS = 50;

/** The number of rows to render beyond the screen. Zero for each list until its visible rows are painted. */
export function useRowsBeyond(list: string, outdated: boolean): number {
  const [rendered, setRendered] = useState<string | null>(null);
  useEffect(() => {
    if (outdated || rendered === list) return;
    const timer = setTimeout(() => startTransition(() => setRendered(list)), BEYOND_AFTER_MS);
    return () => clearTimeout(timer);
  }, [list, outdated, rendered]);
  return outdated || rendered === list ? BEYOND : 0;
}

/** The slots of the rows with these ids (`assignSlots`). */
export function useSlots(ids: readonly string[]): ReadonlyMap<string, number> {
  const stored = useRef<ReadonlyMap<string, number>>(new Map());
  const slots = assignSlots(stored.current, ids);
  useLayoutEffect(() => {
    stored.current = slots;
  });
  return slots;
}
