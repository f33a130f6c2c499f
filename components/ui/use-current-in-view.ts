"use client";

import { type RefObject, useEffect } from "react";

/**
 * Scrolls the navigation strip around an element sideways when another link becomes current and is not wholly in view.
 * The page itself is not scrolled. `current` identifies the current link.
 */
export function useCurrentInView(inside: RefObject<Element | null>, current: string | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when another link becomes current
  useEffect(() => {
    const strip = inside.current?.closest("nav");
    const link = strip?.querySelector("[aria-current]");
    if (!strip || !link) return;
    const [view, shown] = [strip.getBoundingClientRect(), link.getBoundingClientRect()];
    if (shown.left >= view.left && shown.right <= view.right) return;
    strip.scrollLeft += shown.left - view.left - (view.width - shown.width) / 2;
  }, [inside, current]);
}
