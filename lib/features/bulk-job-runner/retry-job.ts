import { sql } from "drizzle-orm";
import { z } from "zod";
import { command } from "@/lib/auth/commands/command";
import { insertJob, type NewRow, NO_SHIPMENT } from "@/lib/features/bulk-jobs/commands/create-job";
import { jobIdSchema } from "@/lib/features/bulk-jobs/commands/end-job";
import { JOB_KIND_IDS, JOB_SUBJECTS, type JobKind } from "@/lib/features/bulk-jobs/messages";
import { listAskableAgain } from "@/lib/features/tracking-requests/list-import/create-import";
import type { Transaction } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";
import { transact } from "@/lib/platform/database/transaction";
import { AppError } from "@/lib/platform/errors";
import { announceChange } from "@/lib/realtime/publish";

const failedJobSchema = z.object({
  kind: z.enum(JOB_KIND_IDS),
  title: z.string(),
  retries: z.string().nullable(),
  input: z.unknown(),
  ended: z.boolean(),
  retriedBy: z.string().nullable(),
  stoppedBecause: z.string().nullable(),
});
const failedRowSchema = z.object({
  subjectId: z.string(),
  label: z.string(),
  input: z.unknown(),
  begun: z.boolean(),
  problem: z.string().nullable(),
});
type FailedRow = z.infer<typeof failedRowSchema>;

type Shipment = { id: string; label: string };

const shipmentSchema = z.object({ container: z.string(), id: z.string(), label: z.string() });

/** Finds the present shipments of containers that had none before, by container. */
async function findShipments(tx: Transaction, containers: readonly string[]): Promise<Map<string, Shipment>> {
  const rows = await queryRows(
    tx,
    shipmentSchema,
    sql`
      select c.id as container, s.id, coalesce(s.attributes ->> 'bill_of_lading_number', c.attributes ->> 'number', '') as label
      from containers c join shipments s on s.id = c.shipment_id where c.id = any(${sql.param([...containers])}::text[])`,
  );
  return new Map(rows.map(({ container, ...shipment }) => [container, shipment]));
}

/**
 * The rows of the new job. A row of a shipment's job that failed before its first attempt is about a container that had
 * no shipment.
 */
async function rowsToTry(tx: Transaction, kind: JobKind, failed: readonly FailedRow[]): Promise<NewRow[]> {
  const hadNoShipment = ({ begun, problem }: FailedRow) =>
    JOB_SUBJECTS[kind] === "shipment" && !begun && problem !== null;
  const containers = failed.filter(hadNoShipment);
  const others = failed.filter((row) => !hadNoShipment(row));
  const shipments = await findShipments(
    tx,
    containers.map(({ subjectId }) => subjectId),
  );
  const found = new Map<string, NewRow>();
  for (const { subjectId, label, input } of containers) {
    const shipment = shipments.get(subjectId);
    if (shipment) found.set(shipment.id, { subjectId: shipment.id, label: shipment.label, input });
    else found.set(subjectId, { subjectId, label, input, problem: NO_SHIPMENT });
  }
  return [...others.map(({ problem: _, ...row }) => row), ...found.values()];
}

/** Lists the failed rows. For a job that the system stopped, also lists the rows that were not begun. */
async function listFailed(tx: Transaction, jobId: string, stopped: boolean): Promise<FailedRow[]> {
  return queryRows(
    tx,
    failedRowSchema,
    sql`
      select subject_id as "subjectId", label, input, problem, attempts > 0 as begun from job_rows
      where job_id = ${jobId}::uuid and (state = 'failed' or (${stopped} and state = 'cancelled'))
      order by position`,
  );
}

/**
 * Creates a job that retries the failed rows of another job with their original inputs. Changes made by users since
 * then are reported again, not overwritten. For a job that the system stopped, the rows not begun are continued too.
 * Returns the id of the new job. Throws `not_found`. Throws `bad_input` when no row failed or the job is still running.
 * Throws `changed_meanwhile` when the job was already retried. A list of numbers can be retried as long as it has
 * failed rows, because requests can fail long after the list ended.
 */
export const retryJob = command(
  { right: "dispatch", input: jobIdSchema },
  async ({ db, actor, now }, { jobId }): Promise<string> => {
    return transact(db, async (tx) => {
      const [job] = await queryRows(
        tx,
        failedJobSchema,
        sql`
          select kind, title, retries, input, ended_at is not null as ended, retried_by as "retriedBy",
            stopped_because as "stoppedBecause" from jobs
          where id = ${jobId}::uuid for update`,
      );
      if (!job) throw new AppError("not_found", "This job was not found.");
      const ofNumbers = job.kind === "track_numbers";
      if (job.retriedBy !== null && !ofNumbers)
        throw new AppError("changed_meanwhile", "The failed rows were already retried.");
      if (!job.ended)
        throw new AppError("bad_input", "The job is still running. Retry the failed rows when it ends.");
      const again = ofNumbers
        ? await listAskableAgain(tx, jobId, now)
        : await rowsToTry(tx, job.kind, await listFailed(tx, jobId, job.stoppedBecause !== null));
      if (again.length === 0)
        throw new AppError(
          "bad_input",
          ofNumbers ? "No failed numbers to retry." : "No rows failed in this job.",
        );
      const retrying = await insertJob(tx, actor, {
        kind: job.kind,
        title: job.retries !== null ? job.title : `Again: ${job.title}`,
        input: job.input,
        rows: again,
        retries: jobId,
      });
      await tx.execute(sql`update jobs set retried_by = ${retrying}::uuid where id = ${jobId}::uuid`);
      await announceChange(tx, { jobs: [jobId] });
      return retrying;
    });
  },
);
