"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { liveFeed } from "@/components/realtime/feed";
import { formatContainerNumber } from "@/lib/contract/container-number";
import type { ColumnId } from "@/lib/domain/board-row/board-row-cells";
import type { BoardQuery } from "@/lib/features/board/rules/board-address";
import { boardColumn } from "@/lib/features/board/rules/columns";
import { patchPages, recountPages } from "./patch-cache";
import { fetchBoardCounts, fetchBoardRows } from "./requests";
import { boardChanges } from "./unseen-changes";
import { groupsKey } from "./use-board-groups";
import { boardPages, loadedPages, storePages } from "./use-board-rows";

/** The first change is read immediately. Changes within this time after a read are read together. */
const GATHER_MS = 120;
const IDS_TO_A_REQUEST = 100;
/** Delay of the count refetch after a change, so that the changed rows are painted first. */
const COUNT_AFTER_MS = 250;
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
 * Keeps the board in sync with the mirror. Reads the rows named in a change, replaces them, marks their changed cells,
 * and refetches the pages when rows were added, removed or moved. Returns the message for screen readers.
 */
export function useBoardLive(query: BoardQuery): string {
  const client = useQueryClient();
  const [summary, setSummary] = useState("");

  useEffect(() => {
    const { key } = boardPages(query);
    const waiting = new Set<string>();
    const reported = new Map<string, Reported>();
    let gather: ReturnType<typeof setTimeout> | null = null;
    let say: ReturnType<typeof setTimeout> | null = null;
    let left = false;
    let reading = false;
    let subtotals: ReturnType<typeof setTimeout> | null = null;
    let counting: ReturnType<typeof setTimeout> | null = null;
    let changedMeanwhile = false;
    const recount = () => client.invalidateQueries({ queryKey: groupsKey(query) });
    const refetch = () => {
      if (query.group) void recount();
      return client.invalidateQueries({ queryKey: key });
    };

    function notify(changes: ReadonlyMap<string, Reported>): void {
      for (const [id, change] of changes) reported.set(id, change);
      if (reported.size === 0) return;
      say ??= setTimeout(() => {
        say = null;
        setSummary(changeSummary([...reported.values()]));
        reported.clear();
      }, SAY_EVERY_MS);
    }

    async function count(): Promise<void> {
      try {
        const counts = await fetchBoardCounts(query);
        if (left) return;
        const { pages, reorder } = recountPages(loadedPages(client, query), counts);
        storePages(client, query, pages);
        if (reorder) await refetch();
      } catch {
        // The pages include the counts, and their error is the one shown.
        if (!left) await refetch();
      } finally {
        counting = null;
        if (changedMeanwhile && !left) countSoon();
      }
    }

    function countSoon(): void {
      changedMeanwhile = counting !== null;
      counting ??= setTimeout(count, COUNT_AFTER_MS);
    }

    async function readRows(ids: string[]): Promise<void> {
      const fresh = await fetchBoardRows(query, ids);
      if (left) return;
      const { pages, changes, reorder } = patchPages(loadedPages(client, query), fresh, ids, query);
      storePages(client, query, pages);
      boardChanges.take(fresh.unseenChanges);
      notify(changes);
      if (reorder) {
        await refetch();
        return;
      }
      countSoon();
      if (query.group)
        subtotals ??= setTimeout(() => {
          subtotals = null;
          void recount();
        }, SUBTOTALS_EVERY_MS);
    }

    async function flush(): Promise<void> {
      const ids = [...waiting];
      waiting.clear();
      try {
        for (let from = 0; from < ids.length; from += IDS_TO_A_REQUEST) {
          await readRows(ids.slice(from, from + IDS_TO_A_REQUEST));
        }
      } catch {
        // The changed rows could not be read, so the pages are refetched. Their error is the one shown.
        if (!left) await refetch();
      }
    }

    async function readWaiting(): Promise<void> {
      if (reading || left || waiting.size === 0) return;
      reading = true;
      await flush();
      gather = setTimeout(() => {
        reading = false;
        void readWaiting();
      }, GATHER_MS);
    }

    const leaveChanges = liveFeed.onChange(({ containers }) => {
      for (const id of containers) waiting.add(id);
      void readWaiting();
    });
    const leaveResync = liveFeed.onResync(refetch);
    return () => {
      left = true;
      leaveChanges();
      leaveResync();
      if (gather) clearTimeout(gather);
      if (counting) clearTimeout(counting);
      if (say) clearTimeout(say);
      if (subtotals) clearTimeout(subtotals);
    };
  }, [client, query]);

  return summary;
}
