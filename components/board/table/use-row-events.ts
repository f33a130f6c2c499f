"use client";

import { useRouter } from "next/navigation";
import { type MouseEvent, type SyntheticEvent, useLayoutEffect, useMemo, useRef } from "react";
import { boardChanges } from "@/components/board/data/unseen-changes";
import { listAddress } from "@/components/ui/lists/list-link";
import { meansRow, opensHere } from "@/components/ui/lists/row-click";
import { containerHref } from "@/lib/features/containers/urls";

const rowOf = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("tr[data-container]") : null;

/** The link of the row to its container includes the list's address at the time it is used. */
function pointLink({ target }: SyntheticEvent): void {
  const link = target instanceof Element ? target.closest("tr[data-container] a") : null;
  const id = rowOf(target)?.dataset.container;
  if (link && id) link.setAttribute("href", containerHref(id, listAddress()));
}

/**
 * Event handlers for the body of a table: a click on a row or its link opens the container. A row element may be reused
 * for another container; then the focus within it is removed.
 */
export function useRowEvents() {
  const router = useRouter();
  const focused = useRef<{ row: HTMLElement; id: string | undefined } | null>(null);
  useLayoutEffect(() => {
    const last = focused.current;
    if (!last || last.row.dataset.container === last.id) return;
    focused.current = null;
    const active = document.activeElement;
    if (active instanceof HTMLElement && last.row.contains(active)) active.blur();
  });
  return useMemo(
    () => ({
      onPointerDown: pointLink,
      onKeyDown: pointLink,
      onFocus: ({ target }: SyntheticEvent) => {
        const row = rowOf(target);
        focused.current = row && { row, id: row.dataset.container };
      },
      onClick: (event: MouseEvent<HTMLElement>) => {
        const id = rowOf(event.target)?.dataset.container;
        if (!id) return;
        const onLink = event.target instanceof Element && event.target.closest("a") !== null;
        if (onLink) boardChanges.opened(id);
        if (onLink ? !opensHere(event) : !meansRow(event)) return;
        event.preventDefault();
        if (!onLink) boardChanges.opened(id);
        router.push(containerHref(id, listAddress()));
      },
    }),
    [router],
  );
}
