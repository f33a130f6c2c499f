import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Writer } from "@/lib/auth/access/actor";
import type { JobProgress, JobRow } from "@/lib/features/bulk-jobs/messages";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";
import { userName } from "@/lib/platform/database/user-name-sql";
import { AppError } from "@/lib/platform/errors";

/** How long ended jobs are listed, and their maximum number. */
const LISTED = sql`interval '24 hours'`;
const MAX_LISTED = 50;

const progress = ({ userId }: Writer, where: SQL): SQL => sql`
  select j.id, j.kind, j.title, ${userName(sql`j.created_by`)} as "by",
    coalesce(j.created_by = ${userId}::uuid, false) as mine, to_iso(j.created_at) as "createdAt",
    to_iso(j.ended_at) as "endedAt", to_iso(j.cancelled_at) as "cancelledAt", to_iso(j.paused_until) as "pausedUntil",
    j.paused_because as "pausedBecause", j.stopped_because as "stoppedBecause", j.total, j.undone_by as "undoneBy", j.undoes,
    j.retries, j.retried_by as "retriedBy", c.*
  from jobs j cross join lateral (
    select count(*) filter (where state = 'done')::int as done, count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where state = 'cancelled')::int as cancelled,
      count(*) filter (where state = 'done' and jsonb_typeof(result -> 'undo') = 'object')::int as undoable
    from job_rows r where r.job_id = j.id) c
  where ${where} order by j.created_at desc, j.id limit ${MAX_LISTED}`;

const progressSchema = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  by: z.string(),
  mine: z.boolean(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  cancelledAt: z.string().nullable(),
  pausedUntil: z.string().nullable(),
  pausedBecause: z.string().nullable(),
  stoppedBecause: z.string().nullable(),
  total: z.number(),
  done: z.number(),
  failed: z.number(),
  cancelled: z.number(),
  undoable: z.number(),
  undoneBy: z.string().nullable(),
  undoes: z.string().nullable(),
  retriedBy: z.string().nullable(),
  retries: z.string().nullable(),
});

/** Lists the running jobs of all users and the jobs of the last day, newest first. */
export async function listJobs(executor: Executor, reader: Writer): Promise<JobProgress[]> {
  return queryRows(
    executor,
    progressSchema,
    progress(reader, sql`(j.ended_at is null or j.ended_at > clock_timestamp() - ${LISTED})`),
  );
}

/** Returns the progress of one job. Throws `not_found`. */
export async function readJob(executor: Executor, reader: Writer, jobId: string): Promise<JobProgress> {
  const rows = await queryRows(executor, progressSchema, progress(reader, sql`j.id = ${jobId}::uuid`));
  if (!rows[0]) throw new AppError("not_found", "This job was not found.");
  return rows[0];
}

const jobRowSchema = z.object({
  position: z.number(),
  subjectId: z.string(),
  subjectType: z.enum(["container", "shipment", "party"]).nullable(),
  label: z.string(),
  state: z.enum(["waiting", "done", "failed", "cancelled"]),
  words: z.string().nullable(),
  endedAt: z.string().nullable(),
});

/** Lists some rows of a job in their order. `state` is null for all rows. */
export async function listJobRows(
  executor: Executor,
  jobId: string,
  { state, offset, limit }: { state: JobRow["state"] | null; offset: number; limit: number },
): Promise<JobRow[]> {
  return queryRows(
    executor,
    jobRowSchema,
    sql`
      select position, subject_id as "subjectId", input #>> '{on,type}' as "subjectType", label, state,
        case when state = 'done' then result ->> 'words' else problem end as words, to_iso(ended_at) as "endedAt"
      from job_rows where job_id = ${jobId}::uuid and (${state}::text is null or state = ${state})
      order by position limit ${limit} offset ${offset}`,
  );
}
