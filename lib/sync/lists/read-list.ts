import { and, eq, sql } from "drizzle-orm";
import type { CollectionDocument } from "@/lib/contract/json-api";
import type { Executor, Transaction } from "@/lib/platform/database/client";
import { syncRunLists } from "@/lib/platform/database/schema/schema";
import { transact } from "@/lib/platform/database/transaction";
import { inParts, takeInDriftRepair } from "@/lib/sync/drift-repairs/drift-repairs";
import type { SyncRunResult } from "@/lib/sync/drift-repairs/run-context";
import { noteProgress } from "@/lib/sync/drift-repairs/run-store";
import type { AccountList } from "./account-lists";
import { type ListPlace, placeAfter, START } from "./list-cursor";
import { getLargePage } from "./page-size";

type Place = ListPlace & { endedAt: Date | null };

const rowOf = ({ round }: SyncRunResult, { path }: AccountList) =>
  and(eq(syncRunLists.syncRunId, round.id), eq(syncRunLists.list, path));

async function findPlace(executor: Executor, run: SyncRunResult, list: AccountList): Promise<Place> {
  const [row] = await executor.select().from(syncRunLists).where(rowOf(run, list));
  if (row) return row;
  await executor.insert(syncRunLists).values({ syncRunId: run.round.id, list: list.path });
  return { ...START, endedAt: null };
}

async function goTo(executor: Executor, run: SyncRunResult, list: AccountList, place: ListPlace | null) {
  const ended = { endedAt: sql`clock_timestamp()` };
  await executor
    .update(syncRunLists)
    .set(place ?? ended)
    .where(rowOf(run, list));
}

async function count(tx: Transaction, run: SyncRunResult, list: AccountList, read: number, fresh: number) {
  await tx
    .update(syncRunLists)
    .set({
      read: sql`${syncRunLists.read} + ${read}`,
      fresh: sql`${syncRunLists.fresh} + ${fresh}`,
      seen: sql`${syncRunLists.seen} + ${fresh}`,
    })
    .where(rowOf(run, list));
}

const identities = ({ data }: CollectionDocument) => data.map(({ id }) => id).join("\n");

/**
 * Reads one of the account's lists to its end, page by page, from the run's position. The last records of a page and
 * the position after it are written together, so a kill at any moment repeats at most one page. Stops without ingesting
 * more when the run is aborted; the list then stays unread. Throws the client's errors.
 */
export async function readList(run: SyncRunResult, list: AccountList): Promise<void> {
  const { db, client, round, signal } = run;
  for (;;) {
    signal.throwIfAborted();
    const place = await findPlace(db, run, list);
    if (place.endedAt !== null) return;
    const page = await getLargePage(db, client, { ...list, page: place.nextPage });
    if (page === "other_size") {
      signal.throwIfAborted();
      await goTo(db, run, list, { ...START, seen: place.seen });
      continue;
    }
    const { document, size } = page;
    const { data, included = [], meta } = document;
    const parts = [...inParts(list.type, data, included)];
    for (const [index, part] of parts.entries()) {
      // Another process may have become the reconciler since the page was requested.
      signal.throwIfAborted();
      const last = index === parts.length - 1;
      await transact(db, async (tx) => {
        const fresh = await takeInDriftRepair(tx, round, part, page);
        await count(tx, run, list, last ? data.length : 0, fresh);
        if (!last) return;
        const { endedAt: _, ...now } = await findPlace(tx, run, list);
        const max = meta?.total === undefined ? now.total : Math.max(now.total ?? 0, meta.total);
        const read = {
          count: data.length,
          asked: size,
          identities: identities(document),
          total: meta?.total,
        };
        await goTo(tx, run, list, placeAfter({ ...now, total: max }, read));
        await noteProgress(tx, round, { requests: 1 });
      });
    }
  }
}
