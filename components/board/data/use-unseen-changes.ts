"use client";

import { type RefObject, useEffect, useSyncExternalStore } from "react";
import { boardNews } from "./unseen-changes";

const ids = new WeakMap<Element, string>();
const watched = new Set<Element>();
let observer: IntersectionObserver | null = null;
const visible = new Set<Element>();

function follow(element: Element): void {
  const id = ids.get(element);
  if (id === undefined) return;
  if (visible.has(element) && document.visibilityState === "visible") boardNews.shown(id);
  else boardNews.left(id);
}

function open(): IntersectionObserver {
  document.addEventListener("visibilitychange", () => {
    for (const element of watched) follow(element);
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
export function useNews(row: RefObject<Element | null>, rowId: string): string {
  const columns = useSyncExternalStore(
    boardNews.subscribe,
    () => boardNews.of(rowId)?.columns.join(" ") ?? "",
    () => "",
  );
  const marked = columns !== "";
  useEffect(() => {
    const element = row.current;
    if (!marked || !element) return;
    observer ??= open();
    ids.set(element, rowId);
    watched.add(element);
    observer.observe(element);
    return () => {
      observer?.unobserve(element);
      watched.delete(element);
      visible.delete(element);
      boardNews.left(rowId);
    };
  }, [marked, row, rowId]);
  return columns;
}
