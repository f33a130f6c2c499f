import { and, asc, eq, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { type Loop, startLoop } from "@/lib/platform/queue/loop";
import { DAY_MS, iso } from "@/tracking-service/clock/instant";
import { type Database, isDatabaseAway } from "@/tracking-service/store/database";
import { containers, shipments } from "@/tracking-service/store/schema";
import { type StoppedReason, stopTracking } from "./tracking-stop";

/** supplement.md, Tracking request life: 56 days after arrival, or without an update from the line. */
export const WINDOW_MS = 56 * DAY_MS;

const BATCH = 500;
const POLL_EVERY_MS = 5_000;

type Past = { id: string; reason: StoppedReason };

const arrivedAt = sql`${shipments.attributes} ->> 'pod_ata_at'`;
const receivedAt = sql`${shipments.attributes} ->> 'line_tracking_last_succeeded_at'`;
const tracked = (limit: Date) =>
  and(
    isNull(shipments.trackingStoppedAt),
    or(isNull(shipments.trackingResumedAt), lte(shipments.trackingResumedAt, limit)),
  );

/** When a container left the port or the ramp full, as text. Null before that. */
const outAt = sql`coalesce(${containers.attributes} ->> 'pod_full_out_at', ${containers.attributes} ->> 'final_destination_full_out_at')`;

/**
 * Shipments that arrived before `limit`. With a container still in, the arrival window applies. Otherwise the full-out
 * window of the last container applies. In between, tracking continues.
 */
async function pastArrival(db: Database, limit: Date): Promise<Past[]> {
  const rows = await db
    .select({
      id: shipments.id,
      out: sql<boolean | null>`bool_and(${outAt} is not null)`,
      lastOut: sql<string | null>`max(${outAt})`,
    })
    .from(shipments)
    .leftJoin(containers, eq(containers.shipmentId, shipments.id))
    .where(and(tracked(limit), sql`${arrivedAt} is not null`, sql`${arrivedAt} <= ${iso(limit.getTime())}`))
    .groupBy(shipments.id)
    .having(
      sql`not coalesce(bool_and(${outAt} is not null), false) or max(${outAt}) <= ${iso(limit.getTime())}`,
    )
    .orderBy(asc(shipments.id))
    .limit(BATCH);
  return rows.map(({ id, out }) => ({ id, reason: out ? "past_full_out_window" : "past_arrival_window" }));
}

async function silentLines(db: Database, limit: Date): Promise<Past[]> {
  const rows = await db
    .select({ id: shipments.id })
    .from(shipments)
    .where(
      and(
        tracked(limit),
        sql`${arrivedAt} is null`,
        isNotNull(receivedAt),
        sql`${receivedAt} <= ${iso(limit.getTime())}`,
      ),
    )
    .orderBy(asc(shipments.id))
    .limit(BATCH);
  return rows.map(({ id }) => ({ id, reason: "no_updates_at_line" }));
}

/** Ends the tracking of shipments whose windows have passed at `now`. Returns their number. */
export async function stopPastWindows(db: Database, now: Date): Promise<number> {
  const limit = new Date(now.getTime() - WINDOW_MS);
  const past = [...(await pastArrival(db, limit)), ...(await silentLines(db, limit))];
  let stopped = 0;
  for (const { id, reason } of past) {
    const ended = await db.transaction((tx) =>
      stopTracking(tx, { shipmentId: id, reason, byKeyId: null }, now),
    );
    if (ended) stopped += 1;
  }
  return stopped;
}

/** Checks every few seconds of wall clock time for windows that have passed in simulation time. */
export function startWindows({ db, log, now }: { db: Database; log: Logger; now: () => Date }): Loop {
  return startLoop("tracking windows", { log, isOutage: isDatabaseAway }, async () => {
    const stopped = await stopPastWindows(db, now());
    if (stopped > 0) log.info({ stopped }, "tracking ended: windows passed");
    return stopped === BATCH ? 0 : POLL_EVERY_MS;
  });
}
