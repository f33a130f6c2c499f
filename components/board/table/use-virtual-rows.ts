"use client";

import { startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import { assignSlots } from "./row-recycling";

/** Rows drawn beyond what is seen, above and below. */
const BEYOND = 6;
const BEYOND_AFTER_MS = 50;
const LATE_MS = 200;

/** How many rows to draw beyond the screen: of another list first none, until what is seen was painted. */
export function useRowsBeyond(list: string, outdated: boolean): number {
  const [drawn, setDrawn] = useState(list);
  useEffect(() => {
    if (outdated || drawn === list) return;
    const timer = setTimeout(() => startTransition(() => setDrawn(list)), BEYOND_AFTER_MS);
    return () => clearTimeout(timer);
  }, [list, outdated, drawn]);
  return outdated || drawn === list ? BEYOND : 0;
}

/** Whether rows are outdated for so long that it should show: painting all of them paler takes its time too. */
export function useLate(outdated: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!outdated) return;
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [outdated]);
  return late && outdated;
}

/** The slots that rows of these ids are drawn in (`assignSlots`). */
export function useSlots(ids: readonly string[]): ReadonlyMap<string, number> {
  const kept = useRef<ReadonlyMap<string, number>>(new Map());
  const slots = assignSlots(kept.current, ids);
  useLayoutEffect(() => {
    kept.current = slots;
  });
  return slots;
}
