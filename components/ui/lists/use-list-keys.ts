"use client";

import { useLayoutEffect, useRef } from "react";
import type { KeyId } from "@/components/keyboard/shortcuts";
import { useKeys } from "@/components/keyboard/use-shortcuts";

/** The keys that move through a list. */
type ListSteps = { next: KeyId; previous: KeyId };

/** The items of a list. `idAt` returns what identifies the item at a position, undefined while it is loading. */
type ListItems = { count: number; idAt: (place: number) => string | undefined };

/** An item that keys moved to. It may stand at another position by now. */
type Target = { list: string; place: number; id: string | undefined; isFocused: boolean };

/** Maximum number of attempts to find the target row, one per frame, while scrolling. */
const ATTEMPTS = 60;
/** How far from its former position an item is looked for. */
const NEAR = 60;

/** The position of the focused row. Null when no row has the focus. */
function focusedPlace(root: HTMLElement): number | null {
  const row = document.activeElement?.closest("[data-row-index]");
  return row && root.contains(row) ? Number(row.getAttribute("data-row-index")) : null;
}

/** The position of an item now. Its former one if it is not found near it. */
export function placeNow({ place, id }: Pick<Target, "place" | "id">, { idAt }: ListItems): number {
  if (id === undefined || idAt(place) === id) return place;
  for (let away = 1; away <= NEAR; away += 1) {
    const found = [place - away, place + away].find((each) => each >= 0 && idAt(each) === id);
    if (found !== undefined) return found;
  }
  return place;
}

/**
 * j and k or the arrow keys move the focus between rows. Enter then opens the row, as on any link. A key that is pressed
 * before the last one's row is rendered goes on from that row.
 *
 * @param list identifies the list; a new list starts at its first row
 * @param scrollTo scrolls the row at a position into view
 */
export function useListKeys(
  rows: { readonly current: HTMLElement | null },
  list: string,
  items: ListItems,
  scrollTo: (place: number) => void,
  { next, previous }: ListSteps = { next: "next-row", previous: "previous-row" },
): void {
  const last = useRef<Target | null>(null);
  const latest = useRef(items);
  useLayoutEffect(() => {
    latest.current = items;
  });
  /** Focuses an item once it is rendered, unless another one was requested meanwhile. */
  function focusTarget(root: HTMLElement, target: Target, attempts = ATTEMPTS): void {
    if (last.current !== target) return;
    const place = placeNow(target, latest.current);
    const link = root.querySelector<HTMLElement>(`[data-row-index="${place}"] :is(a, button[aria-expanded])`);
    if (link) {
      link.focus({ preventScroll: true });
      target.isFocused = true;
    } else if (attempts > 0) requestAnimationFrame(() => focusTarget(root, target, attempts - 1));
    else target.isFocused = true;
  }
  /** The current position: that of the focused row, except when the focus remained from a previous list. */
  const currentPlace = (focused: number | null): number | null => {
    const left = last.current;
    if (!left) return focused;
    if (left.list !== list) return focused === left.place ? null : focused;
    return left.isFocused && focused !== null ? focused : placeNow(left, items);
  };
  const step = (by: number) => () => {
    const root = rows.current;
    if (!root || items.count === 0 || root.offsetParent === null) return false;
    const from = currentPlace(focusedPlace(root));
    const place = from === null ? 0 : Math.min(items.count - 1, Math.max(0, from + by));
    const target = { list, place, id: items.idAt(place), isFocused: false };
    last.current = target;
    scrollTo(place);
    focusTarget(root, target);
    return true;
  };
  useKeys({ [next]: step(1), [previous]: step(-1) });
}
