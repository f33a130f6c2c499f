import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Writer } from "@/lib/auth/access/actor";
import type { JobProgress } from "@/lib/features/bulk-jobs/messages";
import { readJob } from "@/lib/features/bulk-jobs/queries/read-jobs";
import {
  LIST_OUTCOMES,
  type ListOutcome,
  type ListRowState,
  type OutcomeCounts,
} from "@/lib/features/tracking-requests/list-import/rules/row-outcome";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";
import { AppError } from "@/lib/platform/errors";
import { NUMBER_SUBJECT } from "./create-import";

const ROWS = sql`job_rows r left join tracking_requests t on t.id = r.result ->> 'requestId'`;
const OUTCOME = sql`case
  when r.state = 'waiting' then 'waiting' when r.state = 'failed' then 'refused'
  when r.state = 'cancelled' then 'cancelled' when r.result ->> 'requestId' is null then 'skipped'
  when t.status = 'failed' then 'failed' when t.status = 'awaiting_manifest' then 'awaiting_manifest'
  when t.status is null or t.status = 'pending' then 'asked' else 'tracking' end`;

export const outcomeSchema = z.enum(LIST_OUTCOMES);

type Counted = { counts: OutcomeCounts; requestable: number };

const outcomeRowSchema = z.object({ outcome: outcomeSchema, count: z.number(), named: z.number() });

/** Counts the rows of a list job by outcome, and the unsuccessful ones whose number can be requested again. */
async function countOutcomes(executor: Executor, jobId: string): Promise<Counted> {
  const rows = await queryRows(
    executor,
    outcomeRowSchema,
    sql`
      select ${OUTCOME} as outcome, count(*)::int as count,
        count(*) filter (where r.subject_id like ${`${NUMBER_SUBJECT}%`})::int as named
      from ${ROWS} where r.job_id = ${jobId}::uuid group by 1`,
  );
  const counts: OutcomeCounts = {
    waiting: 0,
    asked: 0,
    awaiting_manifest: 0,
    tracking: 0,
    failed: 0,
    refused: 0,
    skipped: 0,
    cancelled: 0,
  };
  let askable = 0;
  for (const { outcome, count, named } of rows) {
    counts[outcome] = count;
    if (outcome === "failed" || outcome === "refused" || outcome === "cancelled") askable += named;
  }
  return { counts, requestable: askable };
}

/** Selects the rows of a list by outcome (null for all) and a page of them. */
export type ListRange = { outcome: ListOutcome | null; offset: number; limit: number };

const rowStateSchema = z.object({
  position: z.number(),
  line: z.number(),
  number: z.string(),
  outcome: outcomeSchema,
  words: z.string().nullable(),
  reason: z.string().nullable(),
  shipmentId: z.string().nullable(),
  requestedAt: z.string().nullable(),
});

async function listOutcomes(
  executor: Executor,
  jobId: string,
  { outcome, offset, limit }: ListRange,
): Promise<ListRowState[]> {
  return queryRows(
    executor,
    rowStateSchema,
    sql`
      select r.position, (r.input ->> 'line')::int as line, r.label as number, ${OUTCOME} as outcome,
        case when r.state = 'done' then r.result ->> 'words' else r.problem end as words,
        t.attributes ->> 'failed_reason' as reason, t.shipment_id as "shipmentId", to_iso(t.created_at) as "requestedAt"
      from ${ROWS}
      where r.job_id = ${jobId}::uuid and (${outcome}::text is null or ${OUTCOME} = ${outcome})
      order by r.position limit ${limit} offset ${offset}`,
  );
}

/** The progress of a list and a page of its rows in order. */
export type TrackListState = Counted & { job: JobProgress; rows: ListRowState[] };

/** Reads the progress of a list. Throws `not_found`. */
export async function readTrackList(
  executor: Executor,
  reader: Writer,
  jobId: string,
  range: ListRange,
): Promise<TrackListState> {
  const [job, counted, rows] = await Promise.all([
    readJob(executor, reader, jobId),
    countOutcomes(executor, jobId),
    listOutcomes(executor, jobId, range),
  ]);
  if (job.kind !== "track_numbers") throw new AppError("not_found", "This list was not found.");
  return { job, ...counted, rows };
}

/** A failed row with the cells of its list. */
export type FailedListRow = { line: number; cells: string[]; words: string | null; reason: string | null };

const failedListRowSchema = z.object({
  line: z.number(),
  cells: z.array(z.string()),
  words: z.string().nullable(),
  reason: z.string().nullable(),
});

const listSchema = z.object({ name: z.string().nullable(), headings: z.array(z.string()) });

/** Returns the headings of a list and its failed rows in order. Throws `not_found`. */
export async function listFailed(
  executor: Executor,
  jobId: string,
): Promise<{ name: string | null; headings: string[]; rows: FailedListRow[] }> {
  const [list] = await queryRows(
    executor,
    listSchema,
    sql`
      select input ->> 'name' as name, input -> 'headings' as headings from jobs
      where id = ${jobId}::uuid and kind = 'track_numbers'`,
  );
  if (!list) throw new AppError("not_found", "This list was not found.");
  const rows = await queryRows(
    executor,
    failedListRowSchema,
    sql`
      select (r.input ->> 'line')::int as line, r.input -> 'cells' as cells, r.problem as words,
        t.attributes ->> 'failed_reason' as reason
      from ${ROWS} where r.job_id = ${jobId}::uuid and (r.state = 'failed' or t.status = 'failed')
      order by r.position`,
  );
  return { ...list, rows };
}
