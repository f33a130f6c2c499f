"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { BoardPush, BoardRowsData } from "@/components/board/page-data";
import { liveFeed } from "@/components/realtime/feed";
import { formatContainerNumber } from "@/lib/contract/container-number";
import type { ColumnId } from "@/lib/domain/board-row/board-row-cells";
import type { BoardQuery } from "@/lib/features/board/rules/board-address";
import { boardColumn } from "@/lib/features/board/rules/columns";
import { patchPages, recountPages } from "./patch-cache";
import { fetchBoardCounts, fetchBoardRows, rowParams } from "./requests";
import { boardChanges } from "./unseen-changes";
import { groupsKey } from "./use-board-groups";
import { boardPages, loadedPages, storePages } from "./use-board-rows";

/** The first change is read immediately. Changes within this time after a read are read together. */
const GATHER_MS = 120;
const IDS_TO_A_REQUEST = 100;
/** Changed rows that were not pushed within this time are requested. */
const PUSHED_WITHIN_MS = 2_000;
/** Delay of the count after a change, so that the changed rows are painted first, and the interval between counts. */
const COUNT_AFTER_MS = 250;
const COUNT_EVERY_MS = 2_000;
/** Minimum interval between refetches of the pages. The first is immediate. */
const REFETCH_EVERY_MS = 1_000;
/** The same while so much changes that rows are not pushed. */
const REREAD_EVERY_MS = 2_000;
/** Minimum interval between refetches of the subtotals. */
const SUBTOTALS_EVERY_MS = 3_000;
/** Minimum interval between screen reader messages. */
const SAY_EVERY_MS = 15_000;

type Reported = { number: string; columns: readonly ColumnId[] };

/** One sentence about the changes of rows on the screen. */
function changeSummary(reported: readonly Reported[]): string {
  const [only] = reported;
  if (!only) return "";
  if (reported.length > 1) return `${reported.length} containers changed.`;
  const columns = only.columns.map((column) => boardColumn(column).label.toLowerCase()).join(", ");
  return `${formatContainerNumber(only.number)} changed: ${columns}.`;
}

/**
 * Keeps the board in sync with the mirror. Takes the changed rows that the server pushes, requests them where it does not,
 * replaces them, marks their changed cells, and refetches the pages when rows were added, removed or moved. Returns the
 * message for screen readers.
 */
export function useBoardLive(query: BoardQuery): string {
  const client = useQueryClient();
  const [summary, setSummary] = useState("");

  useEffect(() => {
    const { key } = boardPages(query);
    /** Changed containers whose rows must be requested, and those whose rows the server pushes. */
    const waiting = new Set<string>();
    const awaited = new Set<string>();
    const reported = new Map<string, Reported>();
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    let left = false;
    let reading = false;
    let countedAt = 0;
    let refetchedAt = 0;

    /** Does something after this time, unless it is already waiting. */
    function later(name: string, ms: number, act: () => void): void {
      if (left || timers.has(name)) return;
      const run = () => {
        timers.delete(name);
        act();
      };
      timers.set(name, setTimeout(run, Math.max(0, ms)));
    }

    function refetch(): Promise<unknown> {
      refetchedAt = Date.now();
      if (query.group) void client.invalidateQueries({ queryKey: groupsKey(query) });
      return client.invalidateQueries({ queryKey: key });
    }
    const refetchSoon = (everyMs = REFETCH_EVERY_MS) =>
      later("refetch", refetchedAt + everyMs - Date.now(), () => void refetch());

    function notify(changes: ReadonlyMap<string, Reported>): void {
      for (const [id, change] of changes) reported.set(id, change);
      if (reported.size === 0) return;
      later("say", SAY_EVERY_MS, () => {
        setSummary(changeSummary([...reported.values()]));
        reported.clear();
      });
    }

    function recount(counts: Parameters<typeof recountPages>[1]): void {
      const { pages, reorder } = recountPages(loadedPages(client, query), counts);
      storePages(client, query, pages);
      if (reorder) refetchSoon();
    }

    async function count(): Promise<void> {
      countedAt = Date.now();
      try {
        const counts = await fetchBoardCounts(query);
        if (!left) recount(counts);
      } catch {
        // The pages include the counts, and their error is the one shown.
        if (!left) refetchSoon();
      }
    }
    const countSoon = () =>
      later("count", Math.max(COUNT_AFTER_MS, countedAt + COUNT_EVERY_MS - Date.now()), () => void count());

    function takeRows(fresh: BoardRowsData, ids: readonly string[]): void {
      const { pages, changes, reorder } = patchPages(loadedPages(client, query), fresh, ids, query);
      storePages(client, query, pages);
      boardChanges.take(fresh.unseenChanges);
      notify(changes);
      if (reorder) refetchSoon();
      else if (query.group)
        later("subtotals", SUBTOTALS_EVERY_MS, () => {
          void client.invalidateQueries({ queryKey: groupsKey(query) });
        });
    }

    async function flush(): Promise<void> {
      const ids = [...waiting];
      waiting.clear();
      try {
        for (let from = 0; from < ids.length; from += IDS_TO_A_REQUEST) {
          const some = ids.slice(from, from + IDS_TO_A_REQUEST);
          const fresh = await fetchBoardRows(query, some);
          if (left) return;
          takeRows(fresh, some);
          countSoon();
        }
      } catch {
        // The changed rows could not be read, so the pages are refetched. Their error is the one shown.
        if (!left) refetchSoon();
      }
    }

    async function readWaiting(): Promise<void> {
      if (reading || left || waiting.size === 0) return;
      reading = true;
      await flush();
      later("gather", GATHER_MS, () => {
        reading = false;
        void readWaiting();
      });
    }

    function takePush(push: BoardPush): void {
      if ("reread" in push) {
        awaited.clear();
        refetchSoon(REREAD_EVERY_MS);
        return;
      }
      const { rows, others, unseenChanges, counts, total, changed, asOf } = push;
      const ids = [...rows.map(({ id }) => id), ...others];
      for (const id of ids) awaited.delete(id);
      takeRows({ rows: rows.map((row) => ({ ...row, matches: true })), unseenChanges, asOf }, ids);
      recount(changed === undefined ? { counts, total } : { counts, total, changed });
      if (total === null && ids.length > 0) countSoon();
    }

    function awaitRows(ids: readonly string[]): void {
      for (const id of ids) awaited.add(id);
      later("pushed", PUSHED_WITHIN_MS, () => {
        for (const id of awaited) waiting.add(id);
        awaited.clear();
        void readWaiting();
      });
    }

    const leaveBoard = liveFeed.onBoard(rowParams(query).toString(), (push) => takePush(push as BoardPush));
    const leaveChanges = liveFeed.onChange(({ containers }) => {
      if (containers.length === 0) return;
      if (liveFeed.sendsRows()) {
        awaitRows(containers);
        return;
      }
      for (const id of containers) waiting.add(id);
      void readWaiting();
    });
    const leaveResync = liveFeed.onResync(refetch);
    return () => {
      left = true;
      leaveBoard();
      leaveChanges();
      leaveResync();
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, [client, query]);

  return summary;
}
