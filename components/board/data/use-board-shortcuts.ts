"use client";

import { useRef } from "react";
import type { KeyId } from "@/components/keyboard/shortcuts";
import { useKeys } from "@/components/keyboard/use-shortcuts";

/** The keys that step through a list. */
type Steps = { next: KeyId; previous: KeyId };
const BOARD_STEPS: Steps = { next: "next-row", previous: "previous-row" };

/** How often the row that was scrolled to is looked for, one frame each, while it is on its way. */
const TRIES = 60;

/** The place of the row that has the focus; null when none has. */
function focusedIndex(board: HTMLElement): number | null {
  const row = document.activeElement?.closest("[data-row-index]");
  return row && board.contains(row) ? Number(row.getAttribute("data-row-index")) : null;
}

/** Gives the row at a place the focus once it is drawn, unless another is wanted by then. */
function focusRow(board: HTMLElement, index: number, isWanted: () => boolean, tries = TRIES): void {
  if (!isWanted()) return;
  const link = board.querySelector<HTMLElement>(`[data-row-index="${index}"] :is(a, button[aria-expanded])`);
  if (link) link.focus({ preventScroll: true });
  else if (tries > 0) requestAnimationFrame(() => focusRow(board, index, isWanted, tries - 1));
}

/**
 * j and k or the arrows move the focus from row to row; Enter then opens, as on any link.
 *
 * @param list which list it is: another begins at its first row
 * @param scrollTo brings the row at a place into view
 */
export function useBoardKeys(
  board: { readonly current: HTMLElement | null },
  list: string,
  total: number,
  scrollTo: (index: number) => void,
  { next, previous }: Steps = BOARD_STEPS,
): void {
  const last = useRef<{ list: string; index: number } | null>(null);
  /** Where one stands: by the focus, but where that only stayed behind when another list came. */
  const placeOf = (focused: number | null): number | null => {
    const left = last.current;
    if (!left || left.list === list) return focused ?? left?.index ?? null;
    return focused === left.index ? null : focused;
  };
  const step = (by: number) => () => {
    const root = board.current;
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
