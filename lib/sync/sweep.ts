import { eq, sql } from "drizzle-orm";
import type { Pool } from "pg";
import type { Database } from "@/lib/db/client";
import { installation } from "@/lib/db/schema";
import { logger } from "@/lib/log";
import type { Parameters, TrackingClient } from "@/lib/tracking/client";
import { askForRefetch } from "@/lib/webhooks/refetches";
import { CONTAINER_INCLUDE, SHIPMENT_INCLUDE } from "./includes";
import { takeIn } from "./take-in";

const PAGE_SIZE = 100;
const SWEEP_LOCK = 4_901_001;
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
 * no loss: what was missed is newer than the sweep and comes as a notification.
 */
async function sweep(db: Database, client: TrackingClient, signal: AbortSignal): Promise<void> {
  const startedAt = new Date().toISOString();
  let records = 0;
  for (const { path, parameters } of LISTS) {
    for (let page = 1; !signal.aborted; page += 1) {
      const fetched = await client.getPage(path, {
        ...parameters,
        "page[number]": page,
        "page[size]": PAGE_SIZE,
      });
      const taken = await takeIn(db, fetched);
      records += taken;
      await remember(db, "sweep_under_way", { startedAt, records });
      const total = fetched.document.meta?.total;
      if (taken === 0 || (total === undefined ? taken < PAGE_SIZE : page * PAGE_SIZE >= total)) break;
    }
  }
  if (signal.aborted) return;
  await askForUnknownPlaces(db);
  await remember(db, "last_sweep", { startedAt, endedAt: new Date().toISOString(), records });
  log.info({ records }, "swept the account");
}

/**
 * One full sweep, by one process at a time: answers false when another is at it. Throws what the client throws; the
 * next sweep begins anew and loses nothing.
 */
export async function sweepOnce(
  { db, pool }: { db: Database; pool: Pool },
  client: TrackingClient,
  signal: AbortSignal,
): Promise<boolean> {
  const holder = await pool.connect();
  try {
    const { rows } = await holder.query<{ held: boolean }>("select pg_try_advisory_lock($1) as held", [
      SWEEP_LOCK,
    ]);
    if (!rows[0]?.held) return false;
    try {
      await sweep(db, client, signal);
      return true;
    } finally {
      await db.delete(installation).where(eq(installation.name, "sweep_under_way"));
      await holder.query("select pg_advisory_unlock($1)", [SWEEP_LOCK]);
    }
  } finally {
    holder.release();
  }
}
