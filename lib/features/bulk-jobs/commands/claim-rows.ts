import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Right, rolesWith } from "@/lib/auth/access/roles";
import { JOB_KIND_IDS } from "@/lib/features/bulk-jobs/messages";
import { LOCKS, takeLock } from "@/lib/platform/database/advisory-locks";
import type { Database, Transaction } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";
import { jobRows } from "@/lib/platform/database/schema/schema";
import { type Claim, defineLeasedQueue } from "@/lib/platform/queue/queue";
import { announceChange } from "@/lib/realtime/publish";
import type { RowResult } from "./job-inputs";

const REPORTED_EVERY_MS = 400;

/** The right that is required to start a job. Its creator must still have the right at each claim of a row. */
const JOB_RIGHT: Right = "dispatch";
/** SQL: whether the creator of job `j` may still run it. `u` is that user. */
export const CREATOR_MAY = sql`(u.disabled_at is null
  and u.role = any(${sql.param([...rolesWith(JOB_RIGHT)])}::text[]))`;

const entrySchema = z.object({
  jobId: z.string(),
  position: z.number(),
  kind: z.enum(JOB_KIND_IDS),
  subjectId: z.string(),
  input: z.unknown(),
  /**
   * The number of attempts including this one. Above 1, an earlier attempt may have completed without being recorded.
   */
  attempts: z.number(),
});
/** A row that this process has claimed. */
export type ClaimedRow = Claim & z.infer<typeof entrySchema>;

/**
 * The rows of all jobs, each job's in order. The lease is extended while a worker processes the row. After a kill,
 * another worker can claim the row when it has ended. By then, any request in flight has reached the service. For the
 * same reason, a worker that is stopped does not release its rows.
 */
const queue = defineLeasedQueue({
  table: jobRows,
  key: [jobRows.jobId, jobRows.position],
  open: sql`${jobRows.state} = 'waiting'`,
  dueAt: jobRows.nextAttemptAt,
  attempts: jobRows.attempts,
  order: sql`${jobRows.position}`,
  lease: { until: jobRows.claimedUntil, id: jobRows.leaseId, seconds: 30, extendEveryMs: 10_000 },
  entry: {
    select: sql`${jobRows.jobId} as "jobId", ${jobRows.position}, ${jobRows.subjectId} as "subjectId",
      ${jobRows.input}, ${jobRows.attempts}, (select j.kind from jobs j where j.id = ${jobRows.jobId}) as kind`,
    schema: entrySchema,
  },
});

/** No other row of the same subject is being processed. */
const SUBJECT_FREE = sql`not exists (select from job_rows o where o.subject_id = ${jobRows.subjectId}
  and o.state = 'waiting' and o.claimed_until > clock_timestamp())`;

/** The next job: a row of it is due, it is not paused, and its creator still has the right. Jobs take turns. */
const NEXT_JOB = sql`
  update jobs set worked_at = clock_timestamp(), paused_until = null, paused_because = null where id = (
    select j.id from jobs j
    where j.ended_at is null and j.cancelled_at is null
      and (j.paused_until is null or j.paused_until <= clock_timestamp())
      and exists (select from users u where u.id = j.created_by and ${CREATOR_MAY})
      and not exists (select from circuit_breaker where closed_until > clock_timestamp())
      and exists (select from job_rows where job_id = j.id and ${queue.isClaimable()} and ${SUBJECT_FREE})
    order by j.worked_at nulls first, j.created_at, j.id limit 1)
  returning id`;

/**
 * Claims the next due row. When the process is killed, the row becomes due again. Returns null when no row is due, and
 * while requests are paused because the service did not respond. Rows of a job whose creator lost the right are not
 * claimed.
 */
export async function claimRow(db: Database): Promise<ClaimedRow | null> {
  const [row] = await db.transaction(async (tx) => {
    // Claims are serialized, so that two workers never process the same subject at the same time.
    await takeLock(tx, LOCKS.jobClaims);
    const [jobId] = await queryColumn(tx, z.string(), NEXT_JOB);
    if (jobId === undefined) return [];
    return queue.claim(tx, { where: sql`${jobRows.jobId} = ${jobId}::uuid and ${SUBJECT_FREE}` });
  });
  return row ?? null;
}

/**
 * Extends the lease of a row directly before a request. Throws LeaseLostError when it is too late, also when this
 * process was suspended after the check.
 */
export const requireClaim = (db: Database, row: ClaimedRow): Promise<void> => queue.requireLease(db, row);

/** Extends the lease of a row while `work` runs. */
export const whileClaimed = <T>(db: Database, row: ClaimedRow, work: () => Promise<T>): Promise<T> =>
  queue.whileExtended(db, [row], work);

/** Ends a job when no row of it is waiting any more. Lock the job's row first. */
export async function endIfOver(tx: Transaction, jobId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update jobs set ended_at = clock_timestamp(), paused_until = null, paused_because = null
    where id = ${jobId}::uuid and ended_at is null
      and not exists (select from job_rows where job_id = ${jobId}::uuid and state = 'waiting')
    returning id`);
  return rows.length > 0;
}

/** Pushes the progress of a job to open dashboards at intervals, and when it ended. Call it last. */
async function notify(tx: Transaction, jobId: string, anyway: boolean): Promise<void> {
  const { rows } = await tx.execute(sql`
    update jobs set published_at = clock_timestamp() where id = ${jobId}::uuid and (${anyway}
      or published_at is null or published_at < clock_timestamp() - make_interval(secs => ${REPORTED_EVERY_MS / 1_000}))
    returning id`);
  if (rows.length > 0) await announceChange(tx, { jobs: [jobId] });
}

export const lockJob = (tx: Transaction, jobId: string) =>
  tx.execute(sql`select from jobs where id = ${jobId}::uuid for update`);

/** The outcome of a row: done with its result, or failed permanently with the reason as text. */
export type Outcome = { state: "done"; result: RowResult } | { state: "failed"; problem: string };

/** Stores the outcome of a row. Returns false, and writes nothing, when another worker has claimed the row. */
export async function finalizeRow(db: Database, row: ClaimedRow, outcome: Outcome): Promise<boolean> {
  const result = outcome.state === "done" ? JSON.stringify(outcome.result) : null;
  const problem = outcome.state === "failed" ? outcome.problem.slice(0, 1_000) : null;
  return db.transaction(async (tx) => {
    await lockJob(tx, row.jobId);
    const settled = await queue.settle(
      tx,
      row,
      sql`state = ${outcome.state}, result = ${result}::jsonb, problem = ${problem}, ended_at = clock_timestamp()`,
    );
    if (!settled) return false;
    await notify(tx, row.jobId, await endIfOver(tx, row.jobId));
    return true;
  });
}

/** Fails a row and all rows not begun, for a reason that applies to each of them. */
export async function failAll(db: Database, row: ClaimedRow, problem: string): Promise<void> {
  if (!(await finalizeRow(db, row, { state: "failed", problem }))) return;
  await db.transaction(async (tx) => {
    await lockJob(tx, row.jobId);
    await tx.execute(sql`
      update job_rows set state = 'failed', problem = ${problem.slice(0, 1_000)}, ended_at = clock_timestamp()
      where job_id = ${row.jobId}::uuid and state = 'waiting' and claimed_until is null`);
    await notify(tx, row.jobId, true);
    await endIfOver(tx, row.jobId);
  });
}

/**
 * Releases a row, to be retried after a delay. `counts` is whether this was one of its attempts. Returns false, and
 * writes nothing, when another worker has claimed the row.
 */
export async function giveBack(
  db: Database,
  row: ClaimedRow,
  { afterSeconds, counts, because }: { afterSeconds: number; counts: boolean; because: string | null },
): Promise<boolean> {
  const released = await queue.release(db, [row], {
    pauses: [afterSeconds],
    attempts: counts ? undefined : "uncounted",
    set: sql`problem = ${because?.slice(0, 1_000) ?? null}`,
  });
  return released > 0;
}

/** Pauses a whole job while the service allows no more requests. */
export async function pauseJob(
  db: Database,
  jobId: string,
  { seconds, because }: { seconds: number; because: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      update jobs set paused_because = ${because},
        paused_until = greatest(paused_until, clock_timestamp() + make_interval(secs => ${seconds}))
      where id = ${jobId}::uuid`);
    await notify(tx, jobId, true);
  });
}

/** Ends stopped jobs whose last rows were claimed by a worker that was killed. */
export async function endAbandoned(db: Database): Promise<void> {
  const ids = await queryColumn(
    db,
    z.string(),
    sql`
      select distinct j.id from jobs j join job_rows r on r.job_id = j.id and r.state = 'waiting'
      where j.ended_at is null and j.cancelled_at is not null
        and (r.claimed_until is null or r.claimed_until <= clock_timestamp())`,
  );
  for (const id of ids)
    await db.transaction(async (tx) => {
      await lockJob(tx, id);
      await tx.execute(sql`
        update job_rows set state = 'cancelled', ended_at = clock_timestamp(), claimed_until = null,
          problem = 'The worker that was at it ended: look whether it was done.'
        where job_id = ${id}::uuid and state = 'waiting'
          and (claimed_until is null or claimed_until <= clock_timestamp())`);
      await endIfOver(tx, id);
      await notify(tx, id, true);
    });
}
