import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Right, rolesWith } from "@/lib/auth/access/roles";
import { JOB_KIND_IDS } from "@/lib/features/bulk-jobs/messages";
import type { Database, Transaction } from "@/lib/platform/database/client";
import { LeaseLostError } from "@/lib/platform/database/lease";
import { announceChange } from "@/lib/realtime/publish";
import type { RowResult } from "./job-inputs";

/** Claims are made one at a time, so that of two no subject is worked on twice at once. */
const JOBS_LOCK = 4_901_013;
/**
 * Renewed while somebody is at the row; after a kill it is another's this much later, when whatever was on its way to
 * the service has arrived. A worker that is reported to stop gives nothing back for the same reason.
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
  /** How often it was begun, this time counted: past 1 an earlier try may have been done without a trace. */
  tries: z.number(),
  /** Which claim this is. Once another process has claimed the row, nothing is written under this one. */
  leaseId: z.string(),
});
/** A row this process is at. */
export type ClaimedRow = z.infer<typeof claimedRowSchema>;

/** The right that starting a job takes; its creator must still hold it whenever a row is claimed. */
const JOB_RIGHT: Right = "dispatch";
/** Whether the creator of job `j` may still do what it does: `u` is that user. */
export const CREATOR_MAY = sql`(u.disabled_at is null
  and u.role = any(${sql.param([...rolesWith(JOB_RIGHT)])}::text[]))`;

const FREE = sql`r.state = 'waiting' and r.next_try_at <= clock_timestamp()
  and (r.claimed_until is null or r.claimed_until <= clock_timestamp())
  and not exists (select from job_rows o where o.subject_id = r.subject_id and o.state = 'waiting'
    and o.claimed_until > clock_timestamp())`;

/**
 * Takes the next row that is due; jobs take turns. When its process dies it falls due again. Null when none is due, and
 * while the service is not asked because it did not answer. Rows of a job whose creator lost the right are not taken.
 */
export async function claimRow(db: Database): Promise<ClaimedRow | null> {
  const rows = await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${JOBS_LOCK})`);
    const found = await tx.execute<Record<string, unknown>>(sql`
      with next as materialized (
        select j.id as job_id, j.kind, r.position from jobs j cross join lateral (
          select r.position from job_rows r where r.job_id = j.id and ${FREE} order by r.position limit 1) r
        where j.ended_at is null and j.cancelled_at is null
          and (j.paused_until is null or j.paused_until <= clock_timestamp())
          and exists (select from users u where u.id = j.created_by and ${CREATOR_MAY})
          and not exists (select from service_circuit where closed_until > clock_timestamp())
        order by j.worked_at nulls first, j.created_at, j.id limit 1),
      worked as (
        update jobs j set worked_at = clock_timestamp(), paused_until = null, paused_because = null
        from next where j.id = next.job_id)
      update job_rows r set tries = r.tries + 1, lease_id = gen_random_uuid(),
        claimed_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
      from next where r.job_id = next.job_id and r.position = next.position
      returning r.job_id as "jobId", r.position, next.kind, r.subject_id as "subjectId", r.input, r.tries, r.lease_id as "leaseId"`);
    return found.rows;
  });
  return rows[0] ? claimedRowSchema.parse(rows[0]) : null;
}

const ours = ({ jobId, position, leaseId }: ClaimedRow) =>
  sql`job_id = ${jobId}::uuid and position = ${position} and lease_id = ${leaseId}::uuid and state = 'waiting'`;

/** Renews the lease of a row. Returns false where another process has claimed the row or it has ended. */
export async function renewClaim(db: Database, row: ClaimedRow): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update job_rows set claimed_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where ${ours(row)} and claimed_until is not null`);
  return rowCount !== null && rowCount > 0;
}

/**
 * Renews the lease of a row, for what follows at once. Throws LeaseLostError where that is too late, also where this
 * process was stopped since it asked.
 */
export async function requireClaim(db: Database, row: ClaimedRow): Promise<void> {
  const asked = performance.now();
  const renewed = await renewClaim(db, row);
  if (!renewed || performance.now() - asked > (LEASE_SECONDS * 1_000) / 2) throw new LeaseLostError();
}

/** Ends a job of which no row waits any more. Lock the job's row first. */
export async function endIfOver(tx: Transaction, jobId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update jobs set ended_at = clock_timestamp(), paused_until = null, paused_because = null
    where id = ${jobId}::uuid and ended_at is null
      and not exists (select from job_rows where job_id = ${jobId}::uuid and state = 'waiting')
    returning id`);
  return rows.length > 0;
}

/** Tells open dashboards how far a job is, now and then, and when it ended. Call it last. */
async function tell(tx: Transaction, jobId: string, anyway: boolean): Promise<void> {
  const { rows } = await tx.execute(sql`
    update jobs set published_at = clock_timestamp() where id = ${jobId}::uuid and (${anyway}
      or published_at is null or published_at < clock_timestamp() - make_interval(secs => ${REPORTED_EVERY_MS / 1_000}))
    returning id`);
  if (rows.length > 0) await announceChange(tx, { jobs: [jobId] });
}

export const lockJob = (tx: Transaction, jobId: string) =>
  tx.execute(sql`select from jobs where id = ${jobId}::uuid for update`);

/** What a row came to: done with its result, or failed for good with why in words. */
export type Outcome = { state: "done"; result: RowResult } | { state: "failed"; problem: string };

/** Notes what a row came to. Returns false, and writes nothing, where it is another worker's by now. */
export async function settleRow(db: Database, row: ClaimedRow, outcome: Outcome): Promise<boolean> {
  const result = outcome.state === "done" ? JSON.stringify(outcome.result) : null;
  const problem = outcome.state === "failed" ? outcome.problem.slice(0, 1_000) : null;
  return db.transaction(async (tx) => {
    await lockJob(tx, row.jobId);
    const { rowCount } = await tx.execute(sql`
      update job_rows set state = ${outcome.state}, result = ${result}::jsonb, problem = ${problem},
        ended_at = clock_timestamp(), claimed_until = null, lease_id = null
      where ${ours(row)}`);
    if (!rowCount) return false;
    await tell(tx, row.jobId, await endIfOver(tx, row.jobId));
    return true;
  });
}

/** Fails a row and all that have not been begun, for one reason: it would be the same with each. */
export async function failAll(db: Database, row: ClaimedRow, problem: string): Promise<void> {
  if (!(await settleRow(db, row, { state: "failed", problem }))) return;
  await db.transaction(async (tx) => {
    await lockJob(tx, row.jobId);
    await tx.execute(sql`
      update job_rows set state = 'failed', problem = ${problem.slice(0, 1_000)}, ended_at = clock_timestamp()
      where job_id = ${row.jobId}::uuid and state = 'waiting' and claimed_until is null`);
    await tell(tx, row.jobId, true);
    await endIfOver(tx, row.jobId);
  });
}

/**
 * Gives a row back, to be tried again after a while; `counts` whether this was one of its tries. Returns false, and writes
 * nothing, where it is another worker's by now.
 */
export async function giveBack(
  db: Database,
  row: ClaimedRow,
  { afterSeconds, counts, because }: { afterSeconds: number; counts: boolean; because: string | null },
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update job_rows set claimed_until = null, lease_id = null, problem = ${because?.slice(0, 1_000) ?? null},
      next_try_at = clock_timestamp() + make_interval(secs => ${afterSeconds}),
      tries = ${counts ? row.tries : row.tries - 1}
    where ${ours(row)}`);
  return rowCount !== null && rowCount > 0;
}

/** Lets a whole job wait: the service allows no more for so long. */
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
    await tell(tx, jobId, true);
  });
}

/** Ends stopped jobs whose last rows were at a worker that died. */
export async function endAbandoned(db: Database): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct j.id from jobs j join job_rows r on r.job_id = j.id and r.state = 'waiting'
    where j.ended_at is null and j.cancelled_at is not null
      and (r.claimed_until is null or r.claimed_until <= clock_timestamp())`);
  for (const { id } of rows)
    await db.transaction(async (tx) => {
      await lockJob(tx, id);
      await tx.execute(sql`
        update job_rows set state = 'cancelled', ended_at = clock_timestamp(), claimed_until = null,
          problem = 'The worker that was at it ended: look whether it was done.'
        where job_id = ${id}::uuid and state = 'waiting'
          and (claimed_until is null or claimed_until <= clock_timestamp())`);
      await endIfOver(tx, id);
      await tell(tx, id, true);
    });
}
