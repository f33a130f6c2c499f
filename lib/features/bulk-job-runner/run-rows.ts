import { may } from "@/lib/auth/access/roles";
import {
  type ClaimedRow,
  claimRow,
  endAbandoned,
  failAll,
  finalizeRow,
  giveBack,
  pauseJob,
  requireClaim,
  whileClaimed,
} from "@/lib/features/bulk-jobs/commands/claim-rows";
import { stopUnauthorizedJobs } from "@/lib/features/bulk-jobs/commands/end-job";
import type { Database } from "@/lib/platform/database/client";
import { LeaseLostError } from "@/lib/platform/database/lease";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { logger } from "@/lib/platform/log";
import { doublingPause } from "@/lib/platform/queue/queue";
import type { TrackingClient } from "@/lib/tracking-client/client";
import type { Bucket } from "@/lib/tracking-client/request-budget";
import { busySeconds } from "@/lib/tracking-client/retry-after";
import { jobContext } from "./job-context";
import { BULK_VERBS } from "./job-operations";

const log = logger("jobs");
const MAX_ATTEMPTS = 8;
const pauseSeconds = doublingPause(120);
/** Temporary errors, and errors that an operator can resolve. A row is retried after them. */
const PASSING: readonly ErrorCode[] = [
  "busy",
  "service_unreachable",
  "service_answer_unreadable",
  "service_refused_key",
  "database_unavailable",
];

const UNEXPECTED = "Something went wrong. Check whether it was saved, then retry.";

/** Returns the service's message for each part it refused, else a general description of the error. */
function textOf(error: unknown): string {
  if (!(error instanceof AppError)) return UNEXPECTED;
  return error.details.map(({ message }) => message).join(" ") || error.message;
}

const WAITING_LABELS: Partial<Record<Bucket, string>> = {
  refresh: "The service allows 10 refreshes per minute",
  create: "The service allows 100 tracking requests per minute",
};
const waitingText = (bucket: Bucket): string => WAITING_LABELS[bucket] ?? "Rate limit reached";

async function noteFailure(db: Database, row: ClaimedRow, error: unknown): Promise<void> {
  const { bucket, ofThePlan } = BULK_VERBS[row.kind];
  const problem = textOf(error);
  if (error instanceof LeaseLostError) {
    log.warn({ job: row.jobId, position: row.position, message: error.message }, "row left");
    return;
  }
  if (!(error instanceof AppError)) {
    log.error({ job: row.jobId, err: error }, "row failed");
    await finalizeRow(db, row, { state: "failed", problem });
    return;
  }
  if (error.code === "service_busy") {
    const seconds = await busySeconds(db, error, bucket);
    if (await giveBack(db, row, { afterSeconds: 0, counts: false, because: null }))
      await pauseJob(db, row.jobId, { seconds, because: waitingText(bucket) });
    return;
  }
  if (PASSING.includes(error.code) && row.attempts < MAX_ATTEMPTS) {
    await giveBack(db, row, { afterSeconds: pauseSeconds(row.attempts), counts: true, because: problem });
    return;
  }
  if (error.code === "not_allowed" && ofThePlan) await failAll(db, row, problem);
  else await finalizeRow(db, row, { state: "failed", problem });
}

/**
 * Processes the next due row of the jobs. Returns false when none is due. Refusals of the service are stored with their
 * message. Temporary errors are retried. A rate limit pauses the whole job until it is over. A job whose creator lost
 * the right is stopped.
 */
export async function doNextRow(db: Database, client: TrackingClient): Promise<boolean> {
  await stopUnauthorizedJobs(db);
  const row = await claimRow(db);
  if (!row) {
    await endAbandoned(db);
    return false;
  }
  try {
    const { subjectId, input, attempts } = row;
    const verb = BULK_VERBS[row.kind];
    // A process that was suspended sends no further requests for a row that another process has claimed.
    const own = client.checkedBy(() => requireClaim(db, row));
    const ctx = await jobContext(db, own, row.jobId);
    if (ctx && may(ctx.actor.role, verb.right)) {
      const result = await whileClaimed(db, row, () =>
        verb.run(ctx, { subjectId, mayBeDone: attempts > 1 }, input),
      );
      await finalizeRow(db, row, { state: "done", result });
    }
    // The creator lost the right since the claim: the next call stops the job.
    else await giveBack(db, row, { afterSeconds: 0, counts: false, because: null });
  } catch (error) {
    await noteFailure(db, row, error);
  }
  return true;
}
