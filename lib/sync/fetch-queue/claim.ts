import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database, Transaction } from "@/lib/platform/database/client";
import { LeaseLostError } from "@/lib/platform/database/lease";
import { queryRows } from "@/lib/platform/database/rows";
import type { Transactor } from "@/lib/platform/database/transaction";
import { AppError, type ErrorCode, reasonOf } from "@/lib/platform/errors";
import { logger } from "@/lib/platform/log";
import { REFETCH_TYPES, type RefetchSubject } from "./enqueue";

/** Renewed while the process works on it, so that only a hung or ended process loses its lease. */
const LEASE_SECONDS = 120;
const RENEW_EVERY_MS = 30_000;
const MAX_ATTEMPTS = 8;
const MAX_PAUSE_SECONDS = 300;
/** Minimum time between two fetches of one record: many notifications about one container arrive together. */
export const AGAIN_AFTER_MS = 2_000;
const log = logger("refetch");

/**
 * A queued fetch claimed by this process. `lastSentAt`: when its last fetch was sent, if still stored. `hasResponse`: a
 * fetch sent after it was needed has already returned it.
 */
export type Claimed = RefetchSubject & {
  notificationId: string | null;
  requestedAt: string;
  lastSentAt: string | null;
  claimedAt: string;
  attempts: number;
  hasResponse: boolean;
  /** The id of this claim. Once another process has claimed the entry, nothing is written under this id. */
  leaseId: string;
};

/** The leases of this process. */
const held = new Set<string>();

function hold(claimed: readonly Claimed[]): void {
  for (const { leaseId } of claimed) held.add(leaseId);
}

const FETCH_OF = sql`f.subject_type = r.subject_type and f.subject_id = r.subject_id`;

/** Due, not fetched a moment ago, and requests to the service are not paused by the circuit breaker. */
const dueAfter = (againAfterMs: number) => sql`
  r.next_attempt_at <= clock_timestamp()
  and not exists (select from circuit_breaker where closed_until > clock_timestamp())
  and not exists (select from fetch_log f where ${FETCH_OF} and f.sent_at < r.needed_at
    and f.sent_at > clock_timestamp() - make_interval(secs => ${againAfterMs / 1_000}))`;

const LEASE_END = sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`;
const LEASED = sql`next_attempt_at = ${LEASE_END}, attempts = r.attempts + 1, lease_id = gen_random_uuid()`;
const CLAIMED = sql`r.subject_type as "type", r.subject_id as "id", r.notification_id as "notificationId",
  r.requested_at::text as "requestedAt", clock_timestamp()::text as "claimedAt", r.attempts, r.lease_id as "leaseId",
  (select f.sent_at::text from fetch_log f where ${FETCH_OF}) as "lastSentAt",
  exists (select from fetch_log f where ${FETCH_OF} and f.sent_at >= r.needed_at) as "hasResponse"`;

const claimedSchema = z.object({
  type: z.enum(REFETCH_TYPES),
  id: z.string(),
  notificationId: z.string().nullable(),
  requestedAt: z.string(),
  lastSentAt: z.string().nullable(),
  claimedAt: z.string(),
  attempts: z.number(),
  hasResponse: z.boolean(),
  leaseId: z.string(),
});

/**
 * Claims the queue entry that is longest due, with a lease. It becomes due again when its process ends. Null when none
 * is due.
 */
export async function claimNext(db: Database, againAfterMs: number): Promise<Claimed | null> {
  const rows = await queryRows(
    db,
    claimedSchema,
    sql`
      update fetch_queue r set ${LEASED}
      where (subject_type, subject_id) = (
        select r.subject_type, r.subject_id from fetch_queue r where ${dueAfter(againAfterMs)}
        order by r.next_attempt_at limit 1 for update of r skip locked)
      returning ${CLAIMED}`,
  );
  hold(rows);
  return rows[0] ?? null;
}

/**
 * Claims the entries of one type together if at least `least` are due, otherwise none. Skips entries with earlier
 * attempts: a page that fails because of one record may succeed record by record.
 */
export async function claimTogether(
  db: Database,
  type: RefetchSubject["type"],
  { min, max, againAfterMs }: { min: number; max: number; againAfterMs: number },
): Promise<Claimed[]> {
  const rows = await queryRows(
    db,
    claimedSchema,
    sql`
      with due as materialized (
        select r.subject_id from fetch_queue r where r.subject_type = ${type} and r.attempts = 0
          and ${dueAfter(againAfterMs)}
        order by r.next_attempt_at limit ${max} for update of r skip locked)
      update fetch_queue r set ${LEASED}
      where r.subject_type = ${type} and r.subject_id in (select subject_id from due)
        and (select count(*) from due) >= ${min}
      returning ${CLAIMED}`,
  );
  hold(rows);
  return rows;
}

const column = (values: readonly (string | number | null)[]) => sql.param([...values]);
const keysOf = (claimed: readonly Claimed[]) =>
  sql`${column(claimed.map(({ type }) => type))}::text[], ${column(claimed.map(({ id }) => id))}::text[],
    ${column(claimed.map(({ leaseId }) => leaseId))}::uuid[]`;
/** Joins the row of a claim, as long as no other process has claimed it. */
const ROW_OF = sql`r.subject_type = c.type and r.subject_id = c.id and r.lease_id = c.lease`;

function letGo(claimed: readonly Claimed[]): void {
  for (const { leaseId } of claimed) held.delete(leaseId);
}

/** Throws LeaseLostError unless this process still holds all claims. Locks them until the transaction ends. */
async function requireClaims(tx: Transaction, claimed: readonly Claimed[]): Promise<void> {
  const { rows } = await tx.execute(sql`
    select from fetch_queue r join unnest(${keysOf(claimed)}) as c (type, id, lease) on ${ROW_OF}
    order by r.subject_type, r.subject_id for update of r`);
  if (rows.length < claimed.length) throw new LeaseLostError();
}

/**
 * The database for writes under these claims. A transaction is rolled back with LeaseLostError when another process has
 * claimed one of them. This is checked last, because notifications also lock records before queue entries.
 */
export const underClaims = (db: Database, claimed: readonly Claimed[]): Transactor => ({
  transaction: (work, settings) =>
    db.transaction(async (tx) => {
      const result = await work(tx);
      await requireClaims(tx, claimed);
      return result;
    }, settings),
});

/** Renews the leases of these claims while `work` runs. A lost or released lease is not renewed. */
export async function whileRenewed<T>(
  db: Database,
  claimed: readonly Claimed[],
  work: () => Promise<T>,
): Promise<T> {
  const leases = column(claimed.map(({ leaseId }) => leaseId));
  const renew = () =>
    db.execute(sql`
      update fetch_queue set next_attempt_at = ${LEASE_END}
      where lease_id = any(${leases}::uuid[]) and next_attempt_at > clock_timestamp()`);
  const renewing = setInterval(() => void renew().catch(() => {}), RENEW_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
  }
}

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
  await db.execute(sql`
    with c as materialized (
      select c.* from unnest(${keysOf(claimed)}, ${column(claimed.map(({ requestedAt }) => requestedAt))}::timestamptz[],
          ${column(claimed.map(({ claimedAt }) => claimedAt))}::timestamptz[])
        as c (type, id, lease, requested_at, claimed_at)
      join fetch_queue r on ${ROW_OF} order by c.type, c.id for update of r),
    noted as (
      insert into fetch_log (subject_type, subject_id, sent_at)
      select type, id, claimed_at from c where ${fetched}
      on conflict (subject_type, subject_id)
      do update set sent_at = greatest(fetch_log.sent_at, excluded.sent_at)),
    done as (
      delete from fetch_queue r using c where ${ROW_OF} and r.requested_at = c.requested_at returning c.type, c.id)
    update fetch_queue r set next_attempt_at = clock_timestamp(), attempts = 0, lease_id = null from c
    where ${ROW_OF} and not exists (select from done where (done.type, done.id) = (c.type, c.id))`);
  letGo(claimed);
}

/** Releases entries that were not resolved. Each is due on its own. */
export async function handBack(db: Database, claimed: readonly Claimed[]): Promise<void> {
  if (!claimed.length) return;
  await db.execute(sql`
    update fetch_queue r set next_attempt_at = clock_timestamp(), last_error = null, lease_id = null
    from unnest(${keysOf(claimed)}) as c (type, id, lease) where ${ROW_OF}`);
  letGo(claimed);
}

/**
 * Releases all claims of this process without counting an attempt, so that another process claims them immediately.
 * Claims that another process has taken over stay with it.
 */
export async function releaseClaims(db: Database): Promise<void> {
  if (!held.size) return;
  await db.execute(sql`
    update fetch_queue r set next_attempt_at = clock_timestamp(), attempts = greatest(r.attempts - 1, 0)
    where r.lease_id = any(${column([...held])}::uuid[]) and r.next_attempt_at > clock_timestamp()`);
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
  const reload = claimed.length > 1 && error instanceof AppError && OF_NO_PAGE.includes(error.code);
  const { type, id, attempts } = first;
  log.warn({ type, id, attempts, together: claimed.length, err: error }, "could not fetch");
  const over = claimed.filter((one) => gone || (!passing && one.attempts >= MAX_ATTEMPTS));
  await finalizeClaims(db, over, false);
  const remaining = claimed.filter((one) => !over.includes(one));
  const pauses = remaining.map((one) => Math.min(2 ** Math.min(one.attempts, 10), MAX_PAUSE_SECONDS));
  await db.execute(sql`
    update fetch_queue r set last_error = ${message}, attempts = case when ${reload} then 0 else r.attempts end,
      next_attempt_at = clock_timestamp() + make_interval(secs => c.pause), lease_id = null
    from unnest(${keysOf(remaining)}, ${column(pauses)}::int[]) as c (type, id, lease, pause) where ${ROW_OF}`);
  letGo(remaining);
}
