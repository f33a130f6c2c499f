"use client";

import { useEffect } from "react";
import { isTyping } from "@/components/shell/search-shortcut";

const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** How often the row that was scrolled to is looked for, one frame each, while it is on its way. */
const TRIES = 60;

/** The place of the row that has the focus; null when none has. */
function focusedIndex(board: HTMLElement): number | null {
  const row = document.activeElement?.closest("[data-row-index]");
  return row && board.contains(row) ? Number(row.getAttribute("data-row-index")) : null;
}

function focusRow(board: HTMLElement, index: number, tries = TRIES): void {
  const link = board.querySelector<HTMLElement>(`[data-row-index="${index}"] a`);
  if (link) link.focus({ preventScroll: true });
  else if (tries > 0) requestAnimationFrame(() => focusRow(board, index, tries - 1));
}

/**
 * j and k or the arrows move the focus from row to row; Enter then opens, as on any link.
 *
 * @param scrollTo brings the row at a place into view
 */
export function useBoardKeys(
  board: { readonly current: HTMLElement | null },
  total: number,
  scrollTo: (index: number) => void,
): void {
  useEffect(() => {
    let last: number | null = null;
    const onKey = (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      const root = board.current;
      if (!step || !root || total === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || root.offsetParent === null) return;
      event.preventDefault();
      const from = focusedIndex(root) ?? last;
      const index = from === null ? 0 : Math.min(total - 1, Math.max(0, from + step));
      last = index;
      scrollTo(index);
      focusRow(root, index);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [board, total, scrollTo]);
}
