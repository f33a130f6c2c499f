import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Fleet } from "@/bench/harness/fleet";
import type { Deliveries } from "./deliveries";

/** The lease of a killed worker expires well before this time without progress. */
const STANDSTILL_MS = 180_000;

export type Losses = {
  /** Accepted with 202 but missing in the inbox. */
  lost: string[];
  /** In the inbox but not ingested. */
  waiting: string[];
  deadLettered: string[];
  /** Neither delivered nor due for another attempt. */
  abandoned: number;
  notifications: number;
};

/** Checks every notification that the service created and every delivery that the dashboard accepted. */
export async function findLosses({ dashboard, store }: Fleet, deliveries: Deliveries): Promise<Losses> {
  const { rows } = await dashboard.db.execute<{
    id: string;
    processed: boolean;
    deadLettered: boolean;
    error: string | null;
  }>(sql`
    select notification_id as id, processed_at is not null as processed, dead_lettered_at is not null as "deadLettered",
      last_error as error from inbox`);
  const inInbox = new Set(rows.map(({ id }) => id));
  const reported = await store.pool.query<{ id: string; status: string }>(
    "select id, delivery_status as status from webhook_notifications",
  );
  const delivered = reported.rows.filter(({ status }) => status === "succeeded").map(({ id }) => id);
  const promised = new Set([...deliveries.accepted.keys(), ...delivered]);
  return {
    lost: [...promised].filter((id) => !inInbox.has(id)),
    waiting: rows.filter(({ processed, deadLettered }) => !processed && !deadLettered).map(({ id }) => id),
    deadLettered: rows.filter(({ deadLettered }) => deadLettered).map(({ id, error }) => `${id}: ${error}`),
    abandoned: reported.rows.filter(({ status }) => status === "failed").length,
    notifications: reported.rows.length,
  };
}

/**
 * Counts pending work: deliveries to send, notifications to ingest, records to fetch soon. Work claimed by a killed
 * worker becomes due when its lease ends.
 */
export async function countUnderWay({ dashboard, store }: Fleet) {
  const { rows } = await dashboard.db.execute<{ inbox: number; refetches: number; received: number }>(sql`
    select (select count(*) from inbox where processed_at is null and dead_lettered_at is null)::int as inbox,
      (select count(*) from fetch_queue where next_attempt_at < now() + interval '10 seconds')::int as refetches,
      (select count(*) from inbox)::int as received`);
  const reported = await store.pool.query<{ pending: number; made: number }>(`
    select count(*) filter (where delivery_status = 'pending')::int as pending, count(*)::int as made
    from webhook_notifications`);
  const [ours] = rows;
  const [theirs] = reported.rows;
  if (!ours || !theirs) throw new Error("nothing was counted");
  return { ...ours, ...theirs };
}

/** The most recent notification so far. */
export async function lastMade({ store }: Fleet): Promise<number> {
  const { rows } = await store.pool.query<{ last: number }>(
    "select coalesce(max(sequence), 0)::float8 as last from webhook_notifications",
  );
  return rows[0]?.last ?? 0;
}

/** The number of undelivered notifications up to `last`. */
export async function countUndelivered({ store }: Fleet, last: number): Promise<number> {
  const { rows } = await store.pool.query<{ left: number }>(
    `select count(*)::int as left from webhook_notifications
     where delivery_status = 'pending' and sequence <= $1::float8`,
    [last],
  );
  return rows[0]?.left ?? 0;
}

/**
 * Waits until everything is delivered, ingested and fetched. Throws with the pending counts when they stop decreasing
 * for too long.
 */
export async function finalize(fleet: Fleet, deliveries?: Deliveries): Promise<void> {
  let min = Number.POSITIVE_INFINITY;
  let movedAt = Date.now();
  for (;;) {
    const counts = await countUnderWay(fleet);
    const left = counts.pending + counts.inbox + counts.refetches + (deliveries?.pending ?? 0);
    if (left === 0) return;
    if (left < min) [min, movedAt] = [left, Date.now()];
    if (Date.now() - movedAt > STANDSTILL_MS) throw new Error(`not settled: ${JSON.stringify(counts)}`);
    await pause(250);
  }
}
