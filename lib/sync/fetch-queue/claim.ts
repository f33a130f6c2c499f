import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database, Executor } from "@/lib/platform/database/client";
import { fetchQueue } from "@/lib/platform/database/schema/schema";
import type { Transactor } from "@/lib/platform/database/transaction";
import { AppError, type ErrorCode, reasonOf } from "@/lib/platform/errors";
import { logger } from "@/lib/platform/log";
import { type Claim, defineLeasedQueue, doublingPause } from "@/lib/platform/queue/queue";
import { REFETCH_TYPES, type RefetchSubject } from "./enqueue";

const MAX_ATTEMPTS = 8;
const pauseSeconds = doublingPause(300);
/** Minimum time between two fetches of one record: many notifications about one container arrive together. */
export const AGAIN_AFTER_MS = 2_000;
const log = logger("refetch");

const FETCH_OF = sql`f.subject_type = ${fetchQueue.subjectType} and f.subject_id = ${fetchQueue.subjectId}`;

const entrySchema = z.object({
  type: z.enum(REFETCH_TYPES),
  id: z.string(),
  notificationId: z.string().nullable(),
  requestedAt: z.string(),
  /** When its last fetch was sent, if still stored. */
  lastSentAt: z.string().nullable(),
  claimedAt: z.string(),
  /** All attempts including this one. */
  attempts: z.number(),
  /** Whether a fetch sent after it was needed has already returned it. */
  hasResponse: z.boolean(),
});
/** A queued fetch claimed by this process. */
export type Claimed = Claim & z.infer<typeof entrySchema>;

/**
 * The records to fetch, longest due first. The due time has the lease: an entry is due again when its process ends. It
 * is extended during the fetch, so that only a hung or ended process loses it.
 */
const queue = defineLeasedQueue({
  table: fetchQueue,
  key: [fetchQueue.subjectType, fetchQueue.subjectId],
  dueAt: fetchQueue.nextAttemptAt,
  attempts: fetchQueue.attempts,
  order: sql`${fetchQueue.nextAttemptAt}`,
  lease: { until: fetchQueue.nextAttemptAt, id: fetchQueue.leaseId, seconds: 120, extendEveryMs: 30_000 },
  entry: {
    select: sql`${fetchQueue.subjectType} as type, ${fetchQueue.subjectId} as id,
      ${fetchQueue.notificationId} as "notificationId", ${fetchQueue.requestedAt}::text as "requestedAt",
      clock_timestamp()::text as "claimedAt", ${fetchQueue.attempts} as attempts,
      (select f.sent_at::text from fetch_log f where ${FETCH_OF}) as "lastSentAt",
      exists (select from fetch_log f where ${FETCH_OF} and f.sent_at >= ${fetchQueue.neededAt}) as "hasResponse"`,
    schema: entrySchema,
  },
});

/** The leases of this process. */
const held = new Set<string>();

function letGo(claimed: readonly Claimed[]): void {
  for (const { leaseId } of claimed) held.delete(leaseId);
}

/** Not fetched a moment ago, and requests to the service are not paused by the circuit breaker. */
const mayBeFetched = (againAfterMs: number) => sql`
  not exists (select from circuit_breaker where closed_until > clock_timestamp())
  and not exists (select from fetch_log f where ${FETCH_OF} and f.sent_at < ${fetchQueue.neededAt}
    and f.sent_at > clock_timestamp() - make_interval(secs => ${againAfterMs / 1_000}))`;

async function claim(
  db: Database,
  againAfterMs: number,
  options: { where?: SQL; min?: number; max?: number } = {},
): Promise<Claimed[]> {
  const { where, ...counts } = options;
  const allowed = mayBeFetched(againAfterMs);
  const claimed = await queue.claim(db, { ...counts, where: where ? sql`${where} and ${allowed}` : allowed });
  for (const { leaseId } of claimed) held.add(leaseId);
  return claimed;
}

/** Whether any record is due to be fetched. */
export async function hasDueFetch(db: Executor): Promise<boolean> {
  const due = sql`select from fetch_queue where next_attempt_at <= clock_timestamp() limit 1`;
  return (await db.execute(due)).rows.length > 0;
}

/** Claims the queue entry that is longest due, of those that `where` allows. Null when none is due. */
export async function claimNext(db: Database, againAfterMs: number, where?: SQL): Promise<Claimed | null> {
  return (await claim(db, againAfterMs, { where }))[0] ?? null;
}

/** Entries that no list page is read for: another type, or missing from a page before. */
export const IS_FETCHED_SINGLY = sql`
  not (${fetchQueue.subjectType} in ('container', 'webhook_notification') and ${fetchQueue.attempts} = 0)`;

/**
 * Claims the entries of one type together if at least `min` are due, otherwise none. Skips entries with earlier
 * attempts: a page that fails because of one record may succeed record by record.
 */
export const claimTogether = (
  db: Database,
  type: RefetchSubject["type"],
  { min, max, againAfterMs }: { min: number; max: number; againAfterMs: number },
): Promise<Claimed[]> =>
  claim(db, againAfterMs, {
    where: sql`${fetchQueue.subjectType} = ${type} and ${fetchQueue.attempts} = 0`,
    min,
    max,
  });

/**
 * The database for writes under these claims. A transaction is rolled back with LeaseLostError when another process has
 * claimed one of them. This is checked last, because notifications also lock records before queue entries.
 */
export const underClaims = (db: Database, claimed: readonly Claimed[]): Transactor => ({
  transaction: (work, settings) =>
    db.transaction(async (tx) => {
      const result = await work(tx);
      await queue.requireClaims(tx, claimed);
      return result;
    }, settings),
});

/** Extends the leases of these claims while `work` runs. A lost or released lease is not extended. */
export const whileExtended = queue.whileExtended;

/**
 * Removes queue entries. Entries requested again meanwhile are kept and due now. `fetched`: a fetch sent at the time of
 * the claim returned them, which also answers earlier requests.
 */
export async function finalizeClaims(
  db: Database,
  claimed: readonly Claimed[],
  fetched: boolean,
): Promise<void> {
  if (!claimed.length) return;
  const claims = queue.rowsOf(claimed, {
    requested_at: { type: "timestamptz", values: claimed.map(({ requestedAt }) => requestedAt) },
    claimed_at: { type: "timestamptz", values: claimed.map(({ claimedAt }) => claimedAt) },
  });
  await db.execute(sql`
    with c as materialized (
      select c.* from ${claims} join fetch_queue on ${queue.isOfRow} order by c.key0, c.key1 for update of fetch_queue),
    noted as (
      insert into fetch_log (subject_type, subject_id, sent_at)
      select key0, key1, claimed_at from c where ${fetched}
      on conflict (subject_type, subject_id)
      do update set sent_at = greatest(fetch_log.sent_at, excluded.sent_at)),
    done as (
      delete from fetch_queue using c where ${queue.isOfRow} and fetch_queue.requested_at = c.requested_at
      returning c.lease)
    update fetch_queue set next_attempt_at = clock_timestamp(), attempts = 0, lease_id = null from c
    where ${queue.isOfRow} and not exists (select from done where done.lease = c.lease)`);
  letGo(claimed);
}

/** Releases entries that were not resolved. Each is due on its own. */
export async function handBack(db: Database, claimed: readonly Claimed[]): Promise<void> {
  await queue.release(db, claimed, { set: sql`last_error = null` });
  letGo(claimed);
}

/**
 * Releases all claims of this process without counting an attempt, so that another process claims them immediately.
 * Claims that another process has taken over stay with it. A fetch in progress is still applied if none has.
 */
export async function releaseClaims(db: Database): Promise<void> {
  if (!held.size) return;
  await db.execute(sql`
    update fetch_queue r set next_attempt_at = clock_timestamp(), attempts = greatest(r.attempts - 1, 0)
    where r.lease_id = any(${sql.param([...held])}::uuid[]) and r.next_attempt_at > clock_timestamp()`);
  held.clear();
}

/**
 * Makes entries that wait because of an outage due now, after the service responds again. Resets their attempts, so
 * that they can be fetched together.
 */
export async function wakeRefetches(db: Database): Promise<void> {
  await db.execute(sql`
    update fetch_queue set next_attempt_at = clock_timestamp(), attempts = 0
    where last_error is not null and lease_id is null and next_attempt_at > clock_timestamp()`);
}

/** Deletes fetches that are too old to answer a queue entry. */
export async function forgetFetches(db: Database): Promise<void> {
  await db.execute(sql`delete from fetch_log where sent_at < clock_timestamp() - interval '1 hour'`);
}

/** Temporary failures, or failures that an operator fixes. The entry stays wanted. */
const PASSING: readonly ErrorCode[] = [
  "service_unreachable",
  "service_busy",
  "service_refused_key",
  "database_unavailable",
];

/**
 * The temporary failures that are unrelated to the requested page. Entries fetched together are fetched together again.
 */
const OF_NO_PAGE: readonly ErrorCode[] = ["service_busy", "service_refused_key", "database_unavailable"];

/**
 * Removes an entry when the service does not know its record, or after several refusals. In an outage it is kept and
 * retried with growing pauses.
 */
export async function noteFailure(db: Database, claimed: readonly Claimed[], error: unknown): Promise<void> {
  const [first] = claimed;
  if (!first) return;
  const message = reasonOf(error);
  const gone = error instanceof AppError && error.code === "not_found";
  const passing = error instanceof AppError && PASSING.includes(error.code);
  const anew = claimed.length > 1 && error instanceof AppError && OF_NO_PAGE.includes(error.code);
  const { type, id, attempts } = first;
  log.warn({ type, id, attempts, together: claimed.length, err: error }, "could not fetch");
  const ended = claimed.filter((one) => gone || (!passing && one.attempts >= MAX_ATTEMPTS));
  await finalizeClaims(db, ended, false);
  const waiting = claimed.filter((one) => !ended.includes(one));
  await queue.release(db, waiting, {
    pauses: waiting.map((one) => pauseSeconds(one.attempts)),
    attempts: anew ? "none" : undefined,
    set: sql`last_error = ${message}`,
  });
  letGo(waiting);
}
