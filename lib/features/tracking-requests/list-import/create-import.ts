import { sql } from "drizzle-orm";
import { z } from "zod";
import { command } from "@/lib/auth/commands/command";
import { REQUEST_TYPES } from "@/lib/contract/enums";
import { insertJob, type NewRow } from "@/lib/features/bulk-jobs/commands/create-job";
import type { RowInput } from "@/lib/features/bulk-jobs/commands/job-inputs";
import { jobTitle } from "@/lib/features/bulk-jobs/messages";
import { listParties } from "@/lib/features/parties/queries/parties";
import { mergedParty } from "@/lib/features/parties/rules";
import {
  headingsLearnt,
  isBlankRow,
  type ListLayout,
  MAX_COLUMNS,
} from "@/lib/features/tracking-requests/list-import/rules/columns";
import { LIST_FIELDS } from "@/lib/features/tracking-requests/list-import/rules/headings";
import {
  type ListRow,
  MAX_LIST_ROWS,
  partyNames,
  readList,
} from "@/lib/features/tracking-requests/list-import/rules/rows";
import { listKnownNumbers, listRequestIds } from "@/lib/features/tracking-requests/queries/tracked-numbers";
import { isTracked, knownNumberText } from "@/lib/features/tracking-requests/rules/tracked-number";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";
import { transact } from "@/lib/platform/database/transaction";
import { AppError } from "@/lib/platform/errors";
import { rememberHeadings } from "./remembered-headings";

/** Maximum rows of a file, including headings, titles and blank rows. */
const MAX_ROWS = 3 * MAX_LIST_ROWS;
const MAX_CELL = 10_000;
/** Prefix of the subject of a row that can be requested. The number follows. */
export const NUMBER_SUBJECT = "number:";
const MAX_NAME = 120;

/** A list as sent by the browser: its unchanged cells and the layout to read them. */
export const trackListSchema = z.strictObject({
  /** The name of the file. Null for a pasted list. */
  name: z.string().trim().min(1).max(MAX_NAME).nullable(),
  cells: z
    .array(z.array(z.string().max(MAX_CELL)).max(MAX_COLUMNS))
    .min(1)
    .max(MAX_ROWS),
  layout: z.strictObject({
    headingRow: z.number().int().min(0).max(MAX_ROWS).nullable(),
    columns: z.array(z.enum(LIST_FIELDS).nullable()).max(MAX_COLUMNS),
    kind: z.enum(REQUEST_TYPES).nullable(),
  }),
  /** Whether to request numbers that are already tracked as well. */
  even: z.boolean(),
});

/** Removes NUL characters, which the database cannot store. */
const stored = (text: string): string => text.replaceAll("\0", "");

type KnownRecords = {
  known: ReadonlyMap<string, string>;
  seen: ReadonlyMap<string, string[]>;
  since: string;
};

function rowOf(row: ListRow, { known, seen, since }: KnownRecords, even: boolean): NewRow {
  const { ask, key, line, problems, repeats } = row;
  const input: RowInput<"track_numbers"> = {
    ask,
    problem: problems.length > 0 ? problems.join(" ") : null,
    line,
    cells: row.cells.map(stored),
    seen: seen.get(key) ?? [],
    since,
    even,
  };
  const label = stored(ask?.number ?? key).slice(0, 100) || `Row ${line}`;
  if (ask === null)
    return { subjectId: `row:${line}`, label, input, problem: input.problem ?? "Nothing to request." };
  const subjectId = `${NUMBER_SUBJECT}${key}`;
  if (repeats !== null) return { subjectId, label, input, settled: `Duplicate of row ${repeats}.` };
  const message = known.get(key);
  return { subjectId, label, input, settled: message && !even ? message : undefined };
}

/**
 * Creates a job from a list. The server reads the rows again, and workers send the tracking requests. Every row is part
 * of the job: a row that cannot be requested fails with its reasons, a duplicate or already tracked number is finished
 * without a request. The meaning of the headings is stored for the user. Returns the id of the job. Throws `bad_input`
 * when no column contains the number, there are too many rows, or no row can be requested.
 */
export const makeTrackJob = command(
  { right: "dispatch", input: trackListSchema },
  async ({ db, actor, now }, { name, cells, layout, even }): Promise<string> => {
    requireNumbers(layout);
    if (cells.filter((row) => !isBlankRow(row)).length > MAX_LIST_ROWS + 1 + (layout.headingRow ?? 0))
      throw new AppError(
        "bad_input",
        `A list can have at most ${MAX_LIST_ROWS.toLocaleString("en-US")} rows.`,
      );
    return transact(db, async (tx) => {
      const parties = await listParties(tx);
      // The name of a merged party means the one that it was merged into.
      const named = parties.map(({ id, name }) => ({ id: mergedParty(parties, id), name }));
      const { rows, headings } = readList(cells, layout, partyNames(named));
      const asks = rows.flatMap(({ ask, key }) => (ask ? [{ key, scac: ask.scac }] : []));
      if (asks.length === 0) throw new AppError("bad_input", "No rows in this list can be tracked.");
      const known = new Map(
        (await listKnownNumbers(tx, asks)).filter(isTracked).map((each) => [each.key, knownNumberText(each)]),
      );
      const seen = await listRequestIds(tx, [...new Set(asks.map(({ key }) => key))]);
      const status = { known, seen, since: now.toISOString() };
      await rememberHeadings(tx, actor, headingsLearnt(cells, layout));
      return insertJob(tx, actor, {
        kind: "track_numbers",
        title: jobTitle("track_numbers", { listName: name }),
        input: { name, headings: headings.map(stored) },
        rows: rows.map((row) => rowOf(row, status, even)),
      });
    });
  },
);

function requireNumbers({ columns }: ListLayout): void {
  if (!columns.includes("number"))
    throw new AppError("bad_input", "Select the column with the numbers to track.");
}

const NUMBER_OF = sql`substr(r.subject_id, ${NUMBER_SUBJECT.length + 1}::int)`;

const askableAgainRowSchema = z.object({ subjectId: z.string(), label: z.string(), input: z.unknown() });

/**
 * Returns the rows of a list that can be requested again: rows rejected by the service, cancelled rows, and accepted
 * requests that failed later. Rows requested again since then are excluded. The known requests of each number are those
 * at `now`.
 */
export async function listAskableAgain(executor: Executor, jobId: string, now: Date): Promise<NewRow[]> {
  return queryRows(
    executor,
    askableAgainRowSchema,
    sql`
      select r.subject_id as "subjectId", r.label,
        r.input || jsonb_build_object('since', ${now.toISOString()}::text, 'even', false, 'seen', coalesce((
          select jsonb_agg(k.id order by k.id) from tracking_requests k
          where k.number_key = ${NUMBER_OF}), '[]')) as input
      from job_rows r left join tracking_requests t on t.id = r.result ->> 'requestId'
      where r.job_id = ${jobId}::uuid and r.subject_id like ${`${NUMBER_SUBJECT}%`}
        and (r.state in ('failed', 'cancelled') or t.status = 'failed')
        and not exists (select from tracking_requests k
          where k.number_key = ${NUMBER_OF} and k.id is distinct from t.id
            and k.created_at > coalesce(t.created_at, r.ended_at))
        and not exists (select from job_rows o where o.subject_id = r.subject_id and o.state = 'waiting')
      order by r.position`,
  );
}
