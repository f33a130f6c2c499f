import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import type { Database } from "@/lib/db/client";
import { transact } from "@/lib/db/transact";
import { logger } from "@/lib/log";
import type { TrackingClient } from "@/lib/tracking/client";
import { askForRefetch } from "@/lib/webhooks/refetches";
import { ACCOUNT_LISTS } from "./account-lists";
import { readBesideLists } from "./beside-lists";
import { checkUnseen } from "./check-unseen";
import { healFailedDeliveries } from "./failed-deliveries";
import { readList } from "./read-list";
import { endRound, openRound } from "./rounds";

const log = logger("reconcile");

/** Events happen at places the lists do not include; one box a place is asked for, which brings its name. */
async function askForUnknownPlaces(db: Database): Promise<void> {
  const { rows } = await db.execute<{ container_id: string }>(sql`
    select min(e.container_id) as container_id from transport_events e
    left join reference_records r on r.type = e.relationships #>> '{location,data,type}'
      and r.id = e.relationships #>> '{location,data,id}'
    where e.relationships #>> '{location,data,id}' is not null and r.id is null and e.container_id is not null
    group by e.relationships #>> '{location,data,id}'`);
  for (const id of new Set(rows.map((row) => row.container_id)))
    await askForRefetch(db, { type: "transport_events", id }, null);
}

/** A desk's database, and its pool for a connection that holds a lock. */
export type Desk = { db: Database; pool: Pool };

/**
 * Goes on with the round under way, or with a new one, to its end: what was not delivered first, then all of the account's
 * lists and those of what stands beside the boxes, then what none of them showed. Only for the process that holds the reconciler's lock. Throws what the client
 * throws, and when `signal` says to stop; the next call goes on where this one was.
 */
export async function runRound(db: Database, client: TrackingClient, signal: AbortSignal): Promise<void> {
  const round = await openRound(db);
  const run = { db, client, round, signal };
  if (round.kind === "round") await healFailedDeliveries(run);
  for (const list of ACCOUNT_LISTS) await readList(run, list);
  await readBesideLists(run);
  if (round.kind === "round") await checkUnseen(run);
  signal.throwIfAborted();
  await askForUnknownPlaces(db);
  await transact(db, (tx) => endRound(tx, round));
  log.info({ round: round.id, kind: round.kind }, "the account was read");
}
