"use client";

import { useEffect, useSyncExternalStore } from "react";
import { rowParams } from "@/components/board/data/requests";
import type { BoardRows } from "@/components/board/data/use-board-rows";
import { fetchRange } from "@/components/bulk-jobs/requests";
import { useKeys } from "@/components/keyboard/use-shortcuts";
import { notify } from "@/components/ui/toasts";
import type { BoardQuery } from "@/lib/features/board/rules/board-address";
import { MAX_JOB_ROWS } from "@/lib/features/bulk-jobs/messages";
import { boardSelection, countSelected, NOTHING_SELECTED, type Selection } from "./selection";

export const addressOf = (query: BoardQuery): string => rowParams(query).toString();
/** The address without its order. */
export const scopeOf = (query: BoardQuery): string =>
  rowParams({ ...query, sort: [], group: null }).toString();

/** The list on the screen: its loaded rows, and its address for rows that are not loaded. */
let shown: (Pick<BoardRows, "rowAt" | "shown"> & { address: string }) | null = null;

/** Selects or deselects all containers between two positions of the list. Requests those that are not loaded. */
export async function selectRange(from: number, to: number, wanted: boolean): Promise<void> {
  const list = shown;
  if (!list) return;
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  const places = Array.from({ length: Math.min(last - first + 1, MAX_JOB_ROWS) }, (_, at) => first + at);
  const read = places.map((place) => list.rowAt(place)?.id);
  const known = read.filter((id) => id !== undefined);
  if (known.length === places.length) {
    boardSelection.put(known, wanted);
    return;
  }
  try {
    const at = places.map(list.shown.at);
    const indexes = at.filter((each) => typeof each === "number");
    const kept = at.flatMap((each) => (typeof each === "number" ? [] : each.id));
    const [begin = first, end = first] = [indexes.at(0), indexes.at(-1)];
    boardSelection.put([...kept, ...(await fetchRange(list.address, begin, end - begin + 1))], wanted);
  } catch {
    void notify("Drayboard is not responding. The range was not selected.");
  }
}

/** The focused row or card, with its position in the list. */
export function focusedRow(): { id: string; index: number } | null {
  const row = document.activeElement?.closest("[data-list-index]");
  const container = row?.hasAttribute("data-container") ? row : row?.querySelector("[data-container]");
  const id = container?.getAttribute("data-container");
  const index = row?.getAttribute("data-list-index");
  return id && index ? { id, index: Number(index) } : null;
}

function extend(by: 1 | -1): boolean {
  const row = focusedRow();
  if (!row) return false;
  if (boardSelection.anchor() === null) boardSelection.begin(row.index);
  boardSelection.put([row.id], true);
  // The next row gets the focus through its own key and is selected too.
  const key = by === 1 ? "ArrowDown" : "ArrowUp";
  document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  requestAnimationFrame(() => {
    const next = focusedRow();
    if (next && next.index !== row.index) boardSelection.put([next.id], true);
  });
  return true;
}

export type BoardSelected = {
  selection: Selection;
  count: number;
  /** The address of the rows. Without its order it defines "all of these". */
  address: string;
  scope: string;
};

/** The selection for the list on the screen, with its keyboard shortcuts. */
export function useSelection(query: BoardQuery, rows: BoardRows): BoardSelected {
  const address = addressOf(query);
  const scope = scopeOf(query);
  const selection = useSyncExternalStore(
    boardSelection.subscribe,
    boardSelection.snapshot,
    () => NOTHING_SELECTED,
  );
  useEffect(() => {
    shown = { rowAt: rows.rowAt, shown: rows.shown, address };
  }, [rows.rowAt, rows.shown, address]);
  useEffect(() => {
    const now = boardSelection.snapshot();
    if (now.mode !== "all" || now.scope === scope) return;
    boardSelection.clear();
    void notify("Filters changed. Selection cleared.");
  }, [scope]);
  useEffect(() => () => boardSelection.clear(), []);
  const count = countSelected(selection, rows.total);
  useKeys({
    select: () => {
      const row = focusedRow();
      if (!row) return false;
      boardSelection.toggle(row.id, row.index);
      return true;
    },
    "select-down": () => extend(1),
    "select-up": () => extend(-1),
    "select-none": () => {
      if (count === 0) return false;
      boardSelection.clear();
      return true;
    },
  });
  return { selection, count, address, scope };
}
