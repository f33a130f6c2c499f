import { sql } from "drizzle-orm";
import { z } from "zod";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { boardCondition } from "@/lib/features/board/queries/filter-sql";
import { boardOrder } from "@/lib/features/board/queries/row-order";
import type { BoardQuery } from "@/lib/features/board/rules/board-address";
import {
  CALENDAR_KINDS,
  type CalendarEntry,
  calendarEntries,
} from "@/lib/features/feeds/rules/calendar-entries";
import {
  DAYS_REPORTED,
  type ReportedEntry,
  reportAgain,
  type WantedEntry,
} from "@/lib/features/feeds/rules/calendar-revisions";
import { shownRow } from "@/lib/mirror/board-rows/shown-row";
import { KEYED_LOCKS, takeKeyedLock } from "@/lib/platform/database/advisory-locks";
import type { Database, Executor, Transaction } from "@/lib/platform/database/client";
import { queryRows, storedJson } from "@/lib/platform/database/rows";
import { transact } from "@/lib/platform/database/transaction";

/** Maximum containers in a calendar. Calendar programs accept no more, so later deadlines are left out. */
export const MAX_CONTAINERS = 5_000;

const entrySchema: z.ZodType<CalendarEntry> = z.object({
  kind: z.enum(CALENDAR_KINDS),
  on: z.string().nullable(),
  at: z.string().nullable(),
  title: z.string(),
  place: z.string(),
  notes: z.array(z.string()),
});

const plannedTimeSchema = z.object({ at: z.string(), zone: z.string().nullable() }).nullable();
const plannedTimesSchema = z.object({
  pickup: plannedTimeSchema,
  delivery: plannedTimeSchema,
  emptyReturn: plannedTimeSchema,
  deliveryPlace: z.string(),
  emptyReturnPlace: z.string(),
});
const foundContainerSchema = z.object({
  id: z.string(),
  row: storedJson<BoardRow>(),
  plan: plannedTimesSchema,
});
type FoundContainer = z.infer<typeof foundContainerSchema>;

/** Lists the containers of a view with calendar entries, earliest deadlines first. */
async function listContainers(executor: Executor, query: BoardQuery, now: Date): Promise<FoundContainer[]> {
  const planned = (name: "pickup" | "delivery" | "empty_return") =>
    sql`case when ${sql.raw(`plan.${name}_at`)} is not null
      then json_build_object('at', to_iso(${sql.raw(`plan.${name}_at`)}), 'zone', ${sql.raw(`plan.${name}_zone`)}) end`;
  return queryRows(
    executor,
    foundContainerSchema,
    sql`
      select listed.container_id as id, ${shownRow("board")} as row, json_build_object(
        'pickup', ${planned("pickup")}, 'delivery', ${planned("delivery")}, 'emptyReturn', ${planned("empty_return")},
        'deliveryPlace', coalesce(plan.delivery_place, ''), 'emptyReturnPlace', coalesce(plan.empty_return_place, '')) as plan
      from (
        select container_id from board_rows
        where ${boardCondition(query, now)} and (governing_on is not null or return_due_at is not null
          or appointment_at > ${now}::timestamptz - make_interval(days => ${DAYS_REPORTED + 2})
          or exists (select from planned_moves p where p.container_id = board_rows.container_id))
        order by ${boardOrder({ ...query, group: null })} limit ${MAX_CONTAINERS}
      ) listed
      join board_rows board on board.container_id = listed.container_id
      left join planned_moves plan on plan.container_id = listed.container_id`,
  );
}

const reportedEntrySchema = z.object({
  containerId: z.string(),
  entry: entrySchema,
  sequence: z.number(),
  changedAt: z.string(),
  cancelledAt: z.string().nullable(),
});

async function listReported(tx: Transaction, feedId: string): Promise<ReportedEntry[]> {
  return queryRows(
    tx,
    reportedEntrySchema,
    sql`
      select container_id as "containerId", entry, sequence, to_iso(changed_at) as "changedAt",
        to_iso(cancelled_at) as "cancelledAt"
      from calendar_entries where feed_id = ${feedId}::uuid`,
  );
}

async function keepReported(
  tx: Transaction,
  feedId: string,
  changed: readonly ReportedEntry[],
): Promise<void> {
  if (changed.length === 0) return;
  await tx.execute(sql`
    insert into calendar_entries (feed_id, container_id, kind, entry, sequence, changed_at, cancelled_at)
    select ${feedId}::uuid, reported."containerId", reported.entry ->> 'kind', reported.entry, reported.sequence, reported."changedAt",
      reported."cancelledAt"
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as reported
      ("containerId" text, entry jsonb, sequence integer, "changedAt" timestamptz, "cancelledAt" timestamptz)
    on conflict (feed_id, container_id, kind) do update set entry = excluded.entry, sequence = excluded.sequence,
      changed_at = excluded.changed_at, cancelled_at = excluded.cancelled_at`);
}

async function forget(tx: Transaction, feedId: string, forgotten: readonly ReportedEntry[]): Promise<void> {
  if (forgotten.length === 0) return;
  const ids = forgotten.map(({ containerId }) => containerId);
  const kinds = forgotten.map(({ entry }) => entry.kind);
  await tx.execute(sql`
    delete from calendar_entries reported
    using unnest(${sql.param(ids)}::text[], ${sql.param(kinds)}::text[]) as gone (container_id, kind)
    where reported.feed_id = ${feedId}::uuid and reported.container_id = gone.container_id and reported.kind = gone.kind`);
}

const comesFirst = (one: ReportedEntry, other: ReportedEntry): number => {
  const [a, b] = [one, other].map(({ containerId, entry }) =>
    [entry.on ?? entry.at, containerId, entry.kind].join(" "),
  );
  return (a ?? "") < (b ?? "") ? -1 : 1;
};

/**
 * Returns the entries of a calendar at `now`, in the order of their days. The returned entries are stored, so that the
 * next read can move or cancel an entry. Concurrent reads of one calendar are serialized.
 */
export async function reportCalendar(
  db: Database,
  feed: { id: string; query: BoardQuery },
  now: Date,
): Promise<ReportedEntry[]> {
  return transact(db, async (tx) => {
    await takeKeyedLock(tx, KEYED_LOCKS.calendarFeed, feed.id);
    const containers = await listContainers(tx, feed.query, now);
    const wanted: WantedEntry[] = containers.flatMap(({ id, row, plan }) =>
      calendarEntries(row, plan).map((entry) => ({ containerId: id, entry })),
    );
    const telling = reportAgain(await listReported(tx, feed.id), wanted, now);
    await keepReported(tx, feed.id, telling.changed);
    await forget(tx, feed.id, telling.forgotten);
    return telling.shown.sort(comesFirst);
  });
}
