import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Right, rolesWith } from "@/lib/auth/access/roles";
import { JOB_KIND_IDS } from "@/lib/features/bulk-jobs/messages";
import type { Database, Transaction } from "@/lib/platform/database/client";
import { LeaseLostError } from "@/lib/platform/database/lease";
import { queryColumn, queryRows } from "@/lib/platform/database/rows";
import { announceChange } from "@/lib/realtime/publish";
import type { RowResult } from "./job-inputs";

/** Lock key. Claims are serialized, so that two workers never process the same subject at the same time. */
const JOBS_LOCK = 4_901_013;
/**
 * The lease is renewed while a worker processes the row. After a kill, another worker can claim the row after this
 * time. By then, any request in flight has reached the service. For the same reason, a worker that is stopped does not
 * release its rows.
 */
const LEASE_SECONDS = 30;
export const RENEW_EVERY_MS = 10_000;
const REPORTED_EVERY_MS = 400;

const claimedRowSchema = z.object({
  jobId: z.string(),
  position: z.number(),
  kind: z.enum(JOB_KIND_IDS),
  subjectId: z.string(),
  input: z.unknown(),
  /**
   * The number of attempts including this one. Above 1, an earlier attempt may have completed without being recorded.
   */
  attempts: z.number(),
  /** The id of this claim. Once another process has claimed the row, nothing is written under this id. */
  leaseId: z.string(),
});
/** A row that this process has claimed. */
export type ClaimedRow = z.infer<typeof claimedRowSchema>;

/** The right that is required to start a job. Its creator must still have the right at each claim of a row. */
const JOB_RIGHT: Right = "dispatch";
/** SQL: whether the creator of job `j` may still run it. `u` is that user. */
export const CREATOR_MAY = sql`(u.disabled_at is null
  and u.role = any(${sql.param([...rolesWith(JOB_RIGHT)])}::text[]))`;

const FREE = sql`r.state = 'waiting' and r.next_attempt_at <= clock_timestamp()
  and (r.claimed_until is null or r.claimed_until <= clock_timestamp())
  and not exists (select from job_rows o where o.subject_id = r.subject_id and o.state = 'waiting'
    and o.claimed_until > clock_timestamp())`;

/**
 * Claims the next due row. Jobs take turns. When the process is killed, the row becomes due again. Returns null when no
 * row is due, and while requests are paused because the service did not respond. Rows of a job whose creator lost the
 * right are not claimed.
 */
export async function claimRow(db: Database): Promise<ClaimedRow | null> {
  const claimed = await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${JOBS_LOCK})`);
    return queryRows(
      tx,
      claimedRowSchema,
      sql`
        with next as materialized (
          select j.id as job_id, j.kind, r.position from jobs j cross join lateral (
            select r.position from job_rows r where r.job_id = j.id and ${FREE} order by r.position limit 1) r
          where j.ended_at is null and j.cancelled_at is null
            and (j.paused_until is null or j.paused_until <= clock_timestamp())
            and exists (select from users u where u.id = j.created_by and ${CREATOR_MAY})
            and not exists (select from circuit_breaker where closed_until > clock_timestamp())
          order by j.worked_at nulls first, j.created_at, j.id limit 1),
        worked as (
          update jobs j set worked_at = clock_timestamp(), paused_until = null, paused_because = null
          from next where j.id = next.job_id)
        update job_rows r set attempts = r.attempts + 1, lease_id = gen_random_uuid(),
          claimed_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
        from next where r.job_id = next.job_id and r.position = next.position
        returning r.job_id as "jobId", r.position, next.kind, r.subject_id as "subjectId", r.input, r.attempts, r.lease_id as "leaseId"`,
    );
  });
  return claimed[0] ?? null;
}

const ours = ({ jobId, position, leaseId }: ClaimedRow) =>
  sql`job_id = ${jobId}::uuid and position = ${position} and lease_id = ${leaseId}::uuid and state = 'waiting'`;

/** Renews the lease of a row. Returns false when another process has claimed the row or the row has ended. */
export async function renewClaim(db: Database, row: ClaimedRow): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update job_rows set claimed_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where ${ours(row)} and claimed_until is not null`);
  return rowCount !== null && rowCount > 0;
}

/**
 * Renews the lease of a row directly before a request. Throws LeaseLostError when it is too late, also when this
 * process was suspended after the check.
 */
export async function requireClaim(db: Database, row: ClaimedRow): Promise<void> {
  const requested = performance.now();
  const renewed = await renewClaim(db, row);
  if (!renewed || performance.now() - requested > (LEASE_SECONDS * 1_000) / 2) throw new LeaseLostError();
}

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
    const { rowCount } = await tx.execute(sql`
      update job_rows set state = ${outcome.state}, result = ${result}::jsonb, problem = ${problem},
        ended_at = clock_timestamp(), claimed_until = null, lease_id = null
      where ${ours(row)}`);
    if (!rowCount) return false;
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
  const { rowCount } = await db.execute(sql`
    update job_rows set claimed_until = null, lease_id = null, problem = ${because?.slice(0, 1_000) ?? null},
      next_attempt_at = clock_timestamp() + make_interval(secs => ${afterSeconds}),
      attempts = ${counts ? row.attempts : row.attempts - 1}
    where ${ours(row)}`);
  return rowCount !== null && rowCount > 0;
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
