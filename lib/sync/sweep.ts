import { eq, sql } from "drizzle-orm";
import type { Pool } from "pg";
import type { Database } from "@/lib/db/client";
import { installation } from "@/lib/db/schema";
import { logger } from "@/lib/log";
import type { Parameters, TrackingClient } from "@/lib/tracking/client";
import { eachPage } from "@/lib/tracking/pages";
import { askForRefetch } from "@/lib/webhooks/refetches";
import { CONTAINER_INCLUDE, SHIPMENT_INCLUDE } from "./includes";
import { takeIn } from "./take-in";

const SWEEP_LOCK = 4_901_001;
const UNDER_WAY = "sweep_under_way";
const LAST = "last_sweep";
const log = logger("sweep");

/** The account's lists, in the order in which their records name each other. */
const LISTS: readonly { path: string; parameters: Parameters }[] = [
  { path: "parties", parameters: {} },
  { path: "shipments", parameters: { include: SHIPMENT_INCLUDE } },
  { path: "containers", parameters: { include: CONTAINER_INCLUDE } },
  { path: "tracking_requests", parameters: {} },
];

async function remember(db: Database, name: string, value: unknown): Promise<void> {
  await db
    .insert(installation)
    .values({ name, value })
    .onConflictDoUpdate({ target: installation.name, set: { value, updatedAt: sql`now()` } });
}

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

/**
 * Pages through all of the account's lists and takes in what they hold. A page that shifted while it was read is
 * no loss where the webhook was registered before: what was missed is newer than the sweep and comes as a notification.
 * The sweep after the start sees to that order (sweep-after-start.ts).
 */
async function sweep(db: Database, client: TrackingClient, signal: AbortSignal): Promise<boolean> {
  const startedAt = new Date().toISOString();
  let records = 0;
  for (const { path, parameters } of LISTS) {
    for await (const fetched of eachPage(client, path, parameters)) {
      if (signal.aborted) return false;
      records += await takeIn(db, fetched);
      await remember(db, UNDER_WAY, { startedAt, records });
    }
  }
  await askForUnknownPlaces(db);
  await remember(db, LAST, { startedAt, endedAt: new Date().toISOString(), records });
  log.info({ records }, "swept the account");
  return true;
}

/**
 * One full sweep, by one process at a time: answers false when another is at it or `signal` stopped it. Throws what the
 * client throws; the next sweep begins anew and loses nothing.
 */
export async function sweepOnce(
  { db, pool }: { db: Database; pool: Pool },
  client: TrackingClient,
  signal: AbortSignal,
): Promise<boolean> {
  const holder = await pool.connect();
  const ask = (question: string) => holder.query<{ held: boolean }>(question, [SWEEP_LOCK]);
  // Where it cannot be asked for or given back the connection is closed, and the lock ends with it.
  const leave = (broken: boolean) => holder.release(broken);
  try {
    const { rows } = await ask("select pg_try_advisory_lock($1) as held");
    if (!rows[0]?.held) {
      leave(false);
      return false;
    }
  } catch (error) {
    leave(true);
    throw error;
  }
  try {
    return await sweep(db, client, signal);
  } finally {
    try {
      await db.delete(installation).where(eq(installation.name, UNDER_WAY));
    } finally {
      await ask("select pg_advisory_unlock($1) as held").then(
        () => leave(false),
        () => leave(true),
      );
    }
  }
}

/** Whether a sweep that began at `since` or later has ended, by whatever process. */
export async function sweptSince(db: Database, since: Date): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from installation where name = ${LAST} and (value ->> 'startedAt')::timestamptz >= ${since}`);
  return rows.length > 0;
}
