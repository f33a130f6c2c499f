"use client";

import { useRef } from "react";
import type { KeyId } from "@/components/keyboard/shortcuts";
import { useKeys } from "@/components/keyboard/use-shortcuts";

/** The keys that move through a list. */
type ListSteps = { next: KeyId; previous: KeyId };

/** Maximum number of attempts to find the target row, one per frame, while scrolling. */
const ATTEMPTS = 60;

/** The position of the focused row. Null when no row has the focus. */
function focusedIndex(root: HTMLElement): number | null {
  const row = document.activeElement?.closest("[data-row-index]");
  return row && root.contains(row) ? Number(row.getAttribute("data-row-index")) : null;
}

/** Focuses the row at a position once it is rendered, unless another row was requested meanwhile. */
function focusRow(root: HTMLElement, index: number, isWanted: () => boolean, attempts = ATTEMPTS): void {
  if (!isWanted()) return;
  const link = root.querySelector<HTMLElement>(`[data-row-index="${index}"] :is(a, button[aria-expanded])`);
  if (link) link.focus({ preventScroll: true });
  else if (attempts > 0) requestAnimationFrame(() => focusRow(root, index, isWanted, attempts - 1));
}

/**
 * j and k or the arrow keys move the focus between rows. Enter then opens the row, as on any link.
 *
 * @param list identifies the list; a new list starts at its first row
 * @param scrollTo scrolls the row at a position into view
 */
export function useListKeys(
  rows: { readonly current: HTMLElement | null },
  list: string,
  total: number,
  scrollTo: (index: number) => void,
  { next, previous }: ListSteps = { next: "next-row", previous: "previous-row" },
): void {
  const last = useRef<{ list: string; index: number } | null>(null);
  /** The current position: that of the focused row, except when the focus remained from a previous list. */
  const placeOf = (focused: number | null): number | null => {
    const left = last.current;
    if (!left || left.list === list) return focused ?? left?.index ?? null;
    return focused === left.index ? null : focused;
  };
  const step = (by: number) => () => {
    const root = rows.current;
    if (!root || total === 0 || root.offsetParent === null) return false;
    const from = placeOf(focusedIndex(root));
    const index = from === null ? 0 : Math.min(total - 1, Math.max(0, from + by));
    const wanted = { list, index };
    last.current = wanted;
    scrollTo(index);
    focusRow(root, index, () => last.current === wanted);
    return true;
  };
  useKeys({ [next]: step(1), [previous]: step(-1) });
}
