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

/** Marks the changes of a row as seen while its element is on the screen. Does nothing for a row without changes. */
export function useMarkSeen(row: RefObject<Element | null>, rowId: string, marked: boolean): void {
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
}

/** The columns of a row to mark, separated by spaces. Marks them as seen while the row is on the screen. */
export function useUnseenChanges(row: RefObject<Element | null>, rowId: string): string {
  const columns = useSyncExternalStore(
    boardChanges.subscribe,
    () => boardChanges.of(rowId)?.columns.join(" ") ?? "",
    () => "",
  );
  useMarkSeen(row, rowId, columns !== "");
  return columns;
}

/** The columns to mark of any row, "" for none. One subscription for a whole list. */
export function useMarksOfRows(): (rowId: string) => string {
  const version = useSyncExternalStore(boardChanges.subscribe, boardChanges.version, () => 0);
  return (rowId) => (version === 0 ? "" : (boardChanges.of(rowId)?.columns.join(" ") ?? ""));
}
