import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Fleet } from "@/bench/harness/fleet";
import type { Deliveries } from "./deliveries";

/** What a killed worker had claimed falls due well before nothing has moved for so long. */
const STANDSTILL_MS = 180_000;

export type Losses = {
  /** Answered 202 and not in the inbox. */
  lost: string[];
  /** In the inbox, not taken in. */
  waiting: string[];
  deadLettered: string[];
  /** Neither delivered nor still to be tried. */
  givenUp: number;
  notifications: number;
};

/** What became of every notification the service made and every delivery the dashboard accepted. */
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
    givenUp: reported.rows.filter(({ status }) => status === "failed").length,
    notifications: reported.rows.length,
  };
}

/**
 * How much is still under way: deliveries to be made, notifications to be taken in, records to be fetched
 * soon; what a killed worker had claimed falls due when its lease ends.
 */
export async function countUnderWay({ dashboard, store }: Fleet) {
  const { rows } = await dashboard.db.execute<{ inbox: number; refetches: number; received: number }>(sql`
    select (select count(*) from inbox where processed_at is null and dead_lettered_at is null)::int as inbox,
      (select count(*) from refetches where next_try_at < now() + interval '10 seconds')::int as refetches,
      (select count(*) from inbox)::int as received`);
  const reported = await store.pool.query<{ pending: number; made: number }>(`
    select count(*) filter (where delivery_status = 'pending')::int as pending, count(*)::int as made
    from webhook_notifications`);
  const [ours] = rows;
  const [theirs] = reported.rows;
  if (!ours || !theirs) throw new Error("nothing was counted");
  return { ...ours, ...theirs };
}

/** The last notification made so far. */
export async function lastMade({ store }: Fleet): Promise<number> {
  const { rows } = await store.pool.query<{ last: number }>(
    "select coalesce(max(sequence), 0)::float8 as last from webhook_notifications",
  );
  return rows[0]?.last ?? 0;
}

/** How many are not delivered yet of those made until `last`. */
export async function countUndelivered({ store }: Fleet, last: number): Promise<number> {
  const { rows } = await store.pool.query<{ left: number }>(
    `select count(*)::int as left from webhook_notifications
     where delivery_status = 'pending' and sequence <= $1::float8`,
    [last],
  );
  return rows[0]?.left ?? 0;
}

/** Everything delivered, taken in and fetched. Throws with what is still under way when it gets no less for long. */
export async function settle(fleet: Fleet, deliveries?: Deliveries): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  let movedAt = Date.now();
  for (;;) {
    const counts = await countUnderWay(fleet);
    const left = counts.pending + counts.inbox + counts.refetches + (deliveries?.pending ?? 0);
    if (left === 0) return;
    if (left < least) [least, movedAt] = [left, Date.now()];
    if (Date.now() - movedAt > STANDSTILL_MS) throw new Error(`not settled: ${JSON.stringify(counts)}`);
    await pause(250);
  }
}
