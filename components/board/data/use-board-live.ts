"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { BoardPush, BoardRowsData, RowChanges } from "@/components/board/page-data";
import { liveFeed } from "@/components/realtime/feed";
import { formatContainerNumber } from "@/lib/contract/container-number";
import type { ColumnId } from "@/lib/domain/board-row/board-row-cells";
import type { BoardQuery } from "@/lib/features/board/rules/board-address";
import { boardColumn } from "@/lib/features/board/rules/columns";
import { recountPages } from "./patch-cache";
import { fetchBoardCounts, fetchBoardRows, rowParams } from "./requests";
import { rowsInWork } from "./rows-in-work";
import { boardChanges } from "./unseen-changes";
import { groupsKey } from "./use-board-groups";
import { boardPages, loadedPages, storePages, takeRows } from "./use-board-rows";

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

/** The changes of cells that are marked for the user. */
function markedChanges(
  changes: ReadonlyMap<string, Reported>,
  marks: Readonly<Record<string, RowChanges>>,
): Map<string, Reported> {
  const marked = new Map<string, Reported>();
  for (const [id, { number, columns }] of changes) {
    const shown = columns.filter((column) => marks[id]?.columns.includes(column));
    if (shown.length > 0) marked.set(id, { number, columns: shown });
  }
  return marked;
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
    /** Changed containers whose rows must be requested. */
    const waiting = new Set<string>();
    /** Those whose rows the server pushes, each with the time of its last change, in ms of `performance.now`. */
    const awaited = new Map<string, number>();
    /** Those whose rows were replaced while pages were being read, which may be older. */
    const overtaken = new Set<string>();
    const reported = new Map<string, Reported>();
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    let left = false;
    let reading = false;
    let counting = false;
    let countAgain = false;
    let countedAt = Number.NEGATIVE_INFINITY;
    let refetchedAt = Number.NEGATIVE_INFINITY;
    /** Whether rows could not be read, so that pages must be refetched after a reconnect. */
    let failed = false;

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
      refetchedAt = performance.now();
      if (query.group) void client.invalidateQueries({ queryKey: groupsKey(query) });
      return client.invalidateQueries({ queryKey: key });
    }
    const refetchSoon = (everyMs = REFETCH_EVERY_MS) =>
      later("refetch", refetchedAt + everyMs - performance.now(), () => void refetch());

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
      counting = true;
      try {
        const counts = await fetchBoardCounts(query);
        if (!left) recount(counts);
      } catch {
        // The pages include the counts, and their error is the one shown.
        if (!left) refetchSoon();
      } finally {
        counting = false;
        countedAt = performance.now();
        if (countAgain) countSoon();
      }
    }
    function countSoon(): void {
      countAgain = counting;
      const waitMs = Math.max(COUNT_AFTER_MS, countedAt + COUNT_EVERY_MS - performance.now());
      if (!counting) later("count", waitMs, () => void count());
    }

    function request(ids: Iterable<string>): void {
      for (const id of ids) waiting.add(id);
      void readWaiting();
    }

    /** Requests overtaken rows again once no page is being read. */
    function requestOvertaken(): void {
      later("overtaken", GATHER_MS, () => {
        if (client.isFetching({ queryKey: key }) > 0) {
          requestOvertaken();
          return;
        }
        request(overtaken);
        overtaken.clear();
      });
    }

    function take(fresh: BoardRowsData, ids: readonly string[]): void {
      if (client.isFetching({ queryKey: key }) > 0) {
        for (const id of ids) overtaken.add(id);
        requestOvertaken();
      }
      const { changes, reorder } = takeRows(client, query, fresh, ids);
      boardChanges.take(fresh.unseenChanges);
      notify(markedChanges(changes, fresh.unseenChanges));
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
          take(fresh, some);
          countSoon();
        }
      } catch {
        // The changed rows could not be read, so the pages are refetched. Their error is the one shown.
        failed = true;
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
      take({ rows: rows.map((row) => ({ ...row, matches: true })), unseenChanges, asOf }, ids);
      // A row in work that no longer matches stays: it is shown as it is now.
      const inWork = rowsInWork.ids();
      request(others.filter((id) => inWork.has(id)));
      recount(changed === undefined ? { counts, total } : { counts, total, changed });
      if (total === null && ids.length > 0) countSoon();
    }

    /** Requests the rows that were awaited for too long. */
    function requestAwaited(): void {
      const [oldest] = [...awaited.values()].sort((a, b) => a - b);
      if (oldest === undefined) return;
      later("awaited", oldest + PUSHED_WITHIN_MS - performance.now(), () => {
        const since = performance.now() - PUSHED_WITHIN_MS;
        const late = [...awaited].flatMap(([id, at]) => (at <= since ? [id] : []));
        for (const id of late) awaited.delete(id);
        request(late);
        requestAwaited();
      });
    }

    const leaveBoard = liveFeed.onBoard(rowParams(query).toString(), {
      onMessage: (push) => takePush(push as BoardPush),
      onEnded() {
        // The next connection does not send the rows of changes that this one sent.
        for (const { containers } of liveFeed.recentlyReceived())
          for (const id of containers) waiting.add(id);
        for (const id of awaited.keys()) waiting.add(id);
        awaited.clear();
      },
      onCaughtUp() {
        if (failed) {
          failed = false;
          refetchSoon();
        }
        void readWaiting();
      },
    });
    const leaveChanges = liveFeed.onChange(({ containers }) => {
      if (!liveFeed.sendsRows()) {
        request(containers);
        return;
      }
      for (const id of containers) awaited.set(id, performance.now());
      requestAwaited();
    });
    const leaveResync = liveFeed.onResync(refetch);
    return () => {
      left = true;
      leaveBoard();
      leaveChanges();
      leaveResync();
      const isOutdated = timers.has("refetch") || waiting.size + awaited.size + overtaken.size > 0;
      for (const timer of timers.values()) clearTimeout(timer);
      // The same rows may still be shown, for example with other columns, or again soon.
      if (isOutdated) void client.invalidateQueries({ queryKey: key });
    };
  }, [client, query]);

  return summary;
}
