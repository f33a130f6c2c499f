import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import type { Database } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";
import { transact } from "@/lib/platform/database/transaction";
import { logger } from "@/lib/platform/log";
import { endSyncRun, openSyncRun } from "@/lib/sync/drift-repairs/run-store";
import { requestRefetch } from "@/lib/sync/fetch-queue/enqueue";
import { ACCOUNT_LISTS } from "@/lib/sync/lists/account-lists";
import { readList } from "@/lib/sync/lists/read-list";
import { readRelatedLists } from "@/lib/sync/lists/supplementary-lists";
import type { TrackingClient } from "@/lib/tracking-client/client";
import { repairFailedDeliveries } from "./failed-deliveries";
import { checkUnseen } from "./missing-records";

const log = logger("reconcile");

/**
 * The lists do not include the locations of events. One container per unknown location is requested, and its fetch
 * returns the name.
 */
async function requestUnknownPlaces(db: Database): Promise<void> {
  const rows = await queryColumn(
    db,
    z.string(),
    sql`
      select min(e.container_id) as container_id from transport_events e
      left join reference_records r on r.type = e.relationships #>> '{location,data,type}'
        and r.id = e.relationships #>> '{location,data,id}'
      where e.relationships #>> '{location,data,id}' is not null and r.id is null and e.container_id is not null
      group by e.relationships #>> '{location,data,id}'`,
  );
  for (const id of new Set(rows)) await requestRefetch(db, { type: "transport_events", id }, null);
}

/** A dashboard's database, and its pool for a connection that holds a lock. */
export type Dashboard = { db: Database; pool: Pool };

/**
 * Continues the sync run in progress, or a new one, to its end. First repairs failed deliveries, then reads all lists
 * of the account and of related records, then checks records missing from all lists. Only for the process that holds
 * the reconciler lock. Throws the client's errors, and throws when `signal` is aborted; the next call continues at the
 * same position.
 */
export async function runSync(db: Database, client: TrackingClient, signal: AbortSignal): Promise<void> {
  const round = await openSyncRun(db);
  const run = { db, client, round, signal };
  if (round.kind === "round") await repairFailedDeliveries(run);
  for (const list of ACCOUNT_LISTS) await readList(run, list);
  await readRelatedLists(run);
  if (round.kind === "round") await checkUnseen(run);
  signal.throwIfAborted();
  await requestUnknownPlaces(db);
  await transact(db, (tx) => endSyncRun(tx, round));
  log.info({ round: round.id, kind: round.kind }, "the account was read");
}
