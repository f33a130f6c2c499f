import { eq, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { z } from "zod";
import { KEYED_LOCKS, takeKeyedLock } from "@/lib/platform/database/advisory-locks";
import { type Loop, startLoop } from "@/lib/platform/queue/loop";
import { defineQueue } from "@/lib/platform/queue/queue";
import type { WorldClock } from "@/tracking-service/clock/world-clock";
import type { Source } from "@/tracking-service/sources/source";
import { type Database, isDatabaseAway, type Transaction } from "@/tracking-service/store/database";
import { trackingRequests } from "@/tracking-service/store/schema";
import { hasActiveDuplicate, TEST_SCAC } from "./active-duplicate";
import { acceptResponse, failRequest, type Request } from "./apply-answer";
import { detectedScac } from "./infer-number";

const MAX_SLEEP_MS = 30_000;
/** Number of requests resolved in parallel, so that a slow line does not delay others. */
const LANES = 4;

const r = trackingRequests;

/** The tracking requests with a next attempt, longest due first, in simulation time. */
const queue = defineQueue({
  table: r,
  key: [r.id],
  dueAt: r.nextAttemptAt,
  order: sql`${r.nextAttemptAt}, ${r.id}`,
  entry: { select: sql`${r.id}`, schema: z.object({ id: z.string() }) },
});

async function respondToOne(tx: Transaction, request: Request, source: Source, now: Date): Promise<void> {
  const { accountId, normalizedNumber } = request;
  const scac = request.scac ?? detectedScac(source, normalizedNumber);
  if (scac === null) return failRequest(tx, request, "scac_auto_detect_failed", now);
  // Concurrent requests for the same number are processed one after the other.
  await takeKeyedLock(tx, KEYED_LOCKS.trackedNumber, accountId + normalizedNumber);
  if (scac !== TEST_SCAC && (await hasActiveDuplicate(tx, request, scac))) {
    return failRequest(tx, request, "duplicate", now);
  }
  const response = await source.lookUp(
    {
      requestId: request.id,
      accountId,
      number: request.requestNumber,
      requestType: request.requestType,
      scac,
      attempts: request.attempts,
      firstRequestedAt: request.createdAt,
    },
    now,
  );
  return acceptResponse(tx, request, response, scac, now);
}

export type Answering = {
  db: Database;
  source: Source;
  log: Logger;
  clock: Pick<WorldClock, "now" | "wallMsUntil">;
};

/**
 * Resolves the oldest due request. Returns false when none is due. The row stays locked during processing, so only one
 * process handles it. After a kill, the lock is released at once.
 */
async function respondToNext({ db, source, log, clock }: Answering): Promise<boolean> {
  return db.transaction(async (tx) => {
    const now = clock.now();
    const [due] = await queue.lock(tx, { max: 1, now: sql`${now.toISOString()}::timestamptz` });
    const [request] = due ? await tx.select().from(r).where(eq(r.id, due.id)) : [];
    if (!request) return false;
    try {
      await tx.transaction((nested) => respondToOne(nested, request, source, now));
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      log.error({ err: error, request: request.id }, "tracking request could not be answered");
      await failRequest(tx, request, "internal_processing_error", now);
    }
    log.info({ request: request.id, number: request.requestNumber }, "tracking request answered");
    return true;
  });
}

/** Resolves due requests with the carriers' responses, even while the simulation is paused. */
export function startAnswering(answering: Answering): Loop {
  const { db, log, clock } = answering;
  return startLoop("requests", { log, isOutage: isDatabaseAway }, async (stopping) => {
    const lane = async () => {
      while (!stopping() && (await respondToNext(answering)));
    };
    const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane));
    for (const ended of lanes) if (ended.status === "rejected") throw ended.reason;
    const [next] = await db
      .select({ at: sql<Date | null>`min(${r.nextAttemptAt})`.mapWith(r.nextAttemptAt) })
      .from(r);
    const wait = next?.at ? clock.wallMsUntil(next.at) : MAX_SLEEP_MS;
    return Math.min(Math.max(wait, 5), MAX_SLEEP_MS);
  });
}
