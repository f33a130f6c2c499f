import { sql } from "drizzle-orm";
import { z } from "zod";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { command } from "@/lib/auth/commands/command";
import { JOB_KIND_IDS, UNDOING } from "@/lib/features/bulk-jobs/messages";
import type { Database, Transaction } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";
import { transact } from "@/lib/platform/database/transaction";
import { userName } from "@/lib/platform/database/user-name-sql";
import { AppError } from "@/lib/platform/errors";
import { announceChange } from "@/lib/realtime/publish";
import { CREATOR_MAY, endIfOver, lockJob } from "./claim-rows";
import { insertJob } from "./create-job";
import { rowResultSchema } from "./job-inputs";

export const jobIdSchema = z.object({ jobId: z.uuid() });
const NOT_KNOWN = "This job was not found.";

/**
 * Cancels a job and its rows that are not in progress. Returns false when it had already ended or was stopped. Lock the
 * job's row first.
 */
async function stop(tx: Transaction, jobId: string, because: string | null): Promise<boolean> {
  const stopped = await tx.execute(sql`
    update jobs set cancelled_at = clock_timestamp(), stopped_because = ${because}, paused_until = null,
      paused_because = null
    where id = ${jobId}::uuid and ended_at is null and cancelled_at is null`);
  await tx.execute(sql`
    update job_rows r set state = 'cancelled', ended_at = clock_timestamp() from jobs j
    where j.id = ${jobId}::uuid and j.cancelled_at is not null and r.job_id = j.id and r.state = 'waiting'
      and (r.claimed_until is null or r.claimed_until <= clock_timestamp())`);
  await endIfOver(tx, jobId);
  return stopped.rowCount !== null && stopped.rowCount > 0;
}

/**
 * Stops a job. Rows in progress are finished, rows not begun are cancelled. A job that ended stays unchanged. Any
 * dispatcher may stop it. Throws `not_found`.
 */
export const cancelJob = command(
  { right: "dispatch", input: jobIdSchema },
  async ({ db, actor }, { jobId }): Promise<void> => {
    await transact(db, async (tx) => {
      const { rows: locked } = await lockJob(tx, jobId);
      if (locked.length === 0) throw new AppError("not_found", NOT_KNOWN);
      if (await stop(tx, jobId, null))
        await recordAuditEntry(tx, actor, { action: "job.stopped", record: { type: "job", id: jobId } });
      await announceChange(tx, { jobs: [jobId] });
    });
  },
);

const unauthorizedSchema = z.object({
  id: z.string(),
  title: z.string(),
  gone: z.boolean(),
  disabled: z.boolean().nullable(),
  name: z.string(),
});
type UnauthorizedJob = z.infer<typeof unauthorizedSchema>;

function stopReason({ gone, disabled, name }: UnauthorizedJob): string {
  if (gone) return "Stopped: the user who started it no longer exists.";
  return disabled
    ? `Stopped: ${name}'s account was disabled.`
    : `Stopped: ${name}'s role no longer allows it.`;
}

/**
 * Stops each job whose creator was disabled, was deleted or lost the right since the start. The job shows the reason.
 * Another user can continue the rows that were not begun (`retryJob`).
 */
export async function stopUnauthorizedJobs(db: Database): Promise<void> {
  const jobs = await queryRows(
    db,
    unauthorizedSchema,
    sql`
      select j.id, j.title, u.id is null as gone, u.disabled_at is not null as disabled,
        ${userName(sql`j.created_by`)} as name
      from jobs j left join users u on u.id = j.created_by
      where j.ended_at is null and j.cancelled_at is null and ${CREATOR_MAY} is not true`,
  );
  for (const job of jobs) {
    const reason = stopReason(job);
    await transact(db, async (tx) => {
      await lockJob(tx, job.id);
      if (!(await stop(tx, job.id, reason))) return;
      await recordAuditEntry(
        tx,
        { userId: null, email: "worker" },
        {
          action: "job.stopped",
          record: { type: "job", id: job.id },
          data: { title: job.title, reason },
          address: null,
        },
      );
      await announceChange(tx, { jobs: [job.id] });
    });
  }
}

const undoneSchema = z.object({
  kind: z.enum(JOB_KIND_IDS),
  title: z.string(),
  ended: z.boolean(),
  undoneBy: z.string().nullable(),
});
const doneRowSchema = z.object({ subjectId: z.string(), label: z.string(), result: rowResultSchema });

/**
 * Creates the job that undoes another job. It has a row for each row that was done and changed something, in reverse
 * order. Returns the id of the new job. Throws `bad_input` when nothing can be undone, `changed_meanwhile` when the job
 * was already undone.
 */
export const undoJob = command(
  { right: "dispatch", input: jobIdSchema },
  async ({ db, actor }, { jobId }): Promise<string> => {
    return transact(db, async (tx) => {
      const [job] = await queryRows(
        tx,
        undoneSchema,
        sql`
      select kind, title, ended_at is not null as ended, undone_by as "undoneBy" from jobs
      where id = ${jobId}::uuid for update`,
      );
      if (!job) throw new AppError("not_found", NOT_KNOWN);
      const kind = UNDOING[job.kind];
      if (kind === null) throw new AppError("bad_input", "The service can’t undo this.");
      if (job.undoneBy !== null) throw new AppError("changed_meanwhile", "This was already undone.");
      if (!job.ended) throw new AppError("bad_input", "Stop the job first, then undo it.");
      const done = await queryRows(
        tx,
        doneRowSchema,
        sql`
      select subject_id as "subjectId", label, result from job_rows
      where job_id = ${jobId}::uuid and state = 'done' and jsonb_typeof(result -> 'undo') = 'object'
      order by position desc`,
      );
      if (done.length === 0) throw new AppError("bad_input", "This job changed nothing that can be undone.");
      const undoing = await insertJob(tx, actor, {
        kind,
        title: `Undo: ${job.title}`,
        input: {},
        rows: done.map(({ subjectId, label, result }) => ({ subjectId, label, input: result.undo })),
        undoes: jobId,
      });
      await tx.execute(sql`update jobs set undone_by = ${undoing}::uuid where id = ${jobId}::uuid`);
      await announceChange(tx, { jobs: [jobId] });
      return undoing;
    });
  },
);
