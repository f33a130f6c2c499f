"use client";

import { type RefObject, useEffect, useSyncExternalStore } from "react";
import { boardChanges } from "./unseen-changes";

const ids = new WeakMap<Element, string>();
const subscribed = new Set<Element>();
let observer: IntersectionObserver | null = null;
const visible = new Set<Element>();

function follow(element: Element): void {
  const id = ids.get(element);
  if (id === undefined) return;
  if (visible.has(element) && document.visibilityState === "visible") boardChanges.shown(id);
  else boardChanges.left(id);
}

function open(): IntersectionObserver {
  document.addEventListener("visibilitychange", () => {
    for (const element of subscribed) follow(element);
  });
  return new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) visible.add(target);
        else visible.delete(target);
        follow(target);
      }
    },
    { threshold: 0.6 },
  );
}

/** The columns of a row to mark, separated by spaces. Marks them as seen while the row is on the screen. */
export function useUnseenChanges(row: RefObject<Element | null>, rowId: string): string {
  const columns = useSyncExternalStore(
    boardChanges.subscribe,
    () => boardChanges.of(rowId)?.columns.join(" ") ?? "",
    () => "",
  );
  const marked = columns !== "";
  useEffect(() => {
    const element = row.current;
    if (!marked || !element) return;
    observer ??= open();
    ids.set(element, rowId);
    subscribed.add(element);
    observer.observe(element);
    return () => {
      observer?.unobserve(element);
      subscribed.delete(element);
      visible.delete(element);
      boardChanges.left(rowId);
    };
  }, [marked, row, rowId]);
  return columns;
}
