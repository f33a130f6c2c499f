"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { liveFeed } from "@/components/live/live-feed";
import { formatContainerNumber } from "@/lib/dispatch/container-number";
import type { BoardFilters } from "./board-address";
import { fetchBoardRows } from "./board-requests";
import { cellMarks } from "./marks";
import { patchPages } from "./patch-pages";
import { COLUMN_LABELS } from "./row-differences";
import { boardKey, loadedPages } from "./use-board-rows";

/** A change is read at once, and those that come in so long after a reading together. */
const GATHER_MS = 120;
const IDS_TO_A_REQUEST = 100;
/** A screen reader is told at most this often. */
const SAY_EVERY_MS = 15_000;

type Said = { number: string; columns: readonly (keyof typeof COLUMN_LABELS)[] };

/** What happened to rows on the screen, in a sentence. */
function changeSummary(said: readonly Said[]): string {
  const [only] = said;
  if (!only) return "";
  if (said.length > 1) return `${said.length} containers changed.`;
  const columns = only.columns.map((column) => COLUMN_LABELS[column].toLowerCase()).join(", ");
  return `${formatContainerNumber(only.number)} changed: ${columns}.`;
}

/**
 * Keeps the board as the mirror is: reads the rows a change names, puts them in place, marks their changed cells,
 * and reads the pages again when rows came, went or moved. Returns what to tell a screen reader.
 */
export function useBoardLive(filters: BoardFilters): string {
  const client = useQueryClient();
  const [summary, setSummary] = useState("");

  useEffect(() => {
    const waiting = new Set<string>();
    const said = new Map<string, Said>();
    let gather: ReturnType<typeof setTimeout> | null = null;
    let say: ReturnType<typeof setTimeout> | null = null;
    let left = false;
    let reading = false;
    const reread = () => client.invalidateQueries({ queryKey: boardKey(filters) });

    function tell(changes: ReadonlyMap<string, Said>): void {
      for (const [id, change] of changes) said.set(id, change);
      if (said.size === 0) return;
      say ??= setTimeout(() => {
        say = null;
        setSummary(changeSummary([...said.values()]));
        said.clear();
      }, SAY_EVERY_MS);
    }

    async function readRows(ids: string[]): Promise<void> {
      const fresh = await fetchBoardRows(filters, ids);
      if (left) return;
      const { pages, changes, reorder } = patchPages(loadedPages(client, filters), fresh, ids, filters.sort);
      for (const [number, page] of pages) client.setQueryData([...boardKey(filters), number], page);
      cellMarks.add(changes);
      tell(changes);
      if (reorder) await reread();
    }

    async function flush(): Promise<void> {
      const ids = [...waiting];
      waiting.clear();
      try {
        for (let from = 0; from < ids.length; from += IDS_TO_A_REQUEST) {
          await readRows(ids.slice(from, from + IDS_TO_A_REQUEST));
        }
      } catch {
        // The named rows could not be read: the pages are, and their error is the one that shows.
        if (!left) await reread();
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
    const leaveResync = liveFeed.onResync(reread);
    return () => {
      left = true;
      leaveChanges();
      leaveResync();
      if (gather) clearTimeout(gather);
      if (say) clearTimeout(say);
    };
  }, [client, filters]);

  return summary;
}
