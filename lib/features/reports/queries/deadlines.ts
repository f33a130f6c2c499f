import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { DEADLINE_STATES } from "@/lib/domain/deadlines/deadline";
import { READINESS_STATES } from "@/lib/domain/readiness/readiness";
import { addDays, isDay } from "@/lib/domain/time/zoned-time";
import {
  DAYS_AHEAD,
  type DeadlineGroup,
  type DueColumn,
  deadlinesAhead,
} from "@/lib/features/reports/rules/upcoming-deadlines";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn, queryRows } from "@/lib/platform/database/rows";
import { type Report, type ReportInput, todayAt, zoneNotes } from "./report";

const groupRowSchema = z.object({
  state: z.enum(DEADLINE_STATES),
  due_on: z.string().nullable(),
  zone: z.string().nullable(),
  ends_at: z.string().nullable(),
  readiness: z.enum(READINESS_STATES),
  containers: z.number(),
});

const OPEN = sql`not b.picked_up`;

async function listGroups(executor: Executor): Promise<DeadlineGroup[]> {
  const rows = await queryRows(
    executor,
    groupRowSchema,
    sql`
      select deadline_state as state, due_on::text, due_zone as zone, to_iso(due_ends_at) as ends_at, readiness,
        count(*)::int as containers
      from report_containers b where ${OPEN} group by 1, 2, 3, due_ends_at, readiness`,
  );
  return rows.map(({ state, due_on, zone, ends_at, readiness, containers }) => ({
    deadline: {
      state,
      governing:
        due_on !== null && ends_at !== null
          ? { on: due_on, zone, source: "not_reported", endsAt: ends_at }
          : null,
      sources: [],
      serviceNames: null,
    },
    readiness,
    containers,
  }));
}

const LABELS: Record<Exclude<DueColumn["kind"], "day">, { label: string; note: string }> = {
  expired: { label: "Expired", note: "The last free day has ended." },
  later: { label: "Later", note: `Beyond the ${DAYS_AHEAD} days.` },
  not_reported: { label: "Not reported", note: "Discharged, no last free day reported." },
  not_discharged: { label: "Not discharged", note: "On the way; no last free day reported yet." },
};

const COLUMNS = [
  { id: "ready", label: "Ready", unit: "containers" },
  { id: "held", label: "Held", unit: "containers" },
  { id: "other", label: "Other", unit: "containers" },
  { id: "all", label: "Containers", unit: "containers" },
] as const;

/** The earliest local date today among the zones of the containers, the same start as in `deadlinesAhead`. */
const FIRST = (now: Date): SQL =>
  sql`(select min(${todayAt(sql`z.due_zone`, now)}) from (select distinct due_zone from report_containers b
    where ${OPEN} and due_on is not null) z)`;

function rowCondition(row: string, { now }: ReportInput): SQL | null {
  const ended = sql`b.due_ends_at <= ${now}`;
  if (row === "expired") return sql`b.due_on is not null and ${ended}`;
  if (row === "not_discharged") return sql`b.due_on is null and b.deadline_state = 'not_discharged'`;
  if (row === "not_reported") return sql`b.due_on is null and b.deadline_state <> 'not_discharged'`;
  if (row === "later")
    return sql`b.due_on is not null and not ${ended}
      and b.due_on not between ${FIRST(now)} and ${FIRST(now)} + ${DAYS_AHEAD - 1}::int`;
  return isDay(row) ? sql`b.due_on = ${row}::date and not ${ended}` : null;
}

const RELEASES: Record<string, SQL> = {
  ready: sql`b.readiness = 'ready'`,
  held: sql`b.readiness = 'held'`,
  other: sql`b.readiness not in ('ready', 'held')`,
  all: sql`true`,
};

async function countUnknownZones(executor: Executor): Promise<number> {
  const [containers = 0] = await queryColumn(
    executor,
    z.number(),
    sql`
      select count(*)::int as containers from report_containers b where ${OPEN} and due_on is not null and due_zone is null`,
  );
  return containers;
}

/** Containers by the day they must be pulled, in the columns of `deadlinesAhead`. */
export const deadlines: Report = {
  async read(executor, { now }) {
    const columns = deadlinesAhead(await listGroups(executor), now);
    const first = columns.find(({ kind }) => kind === "day")?.on;
    return {
      columns: COLUMNS,
      rows: columns.map(({ kind, on, ready, held, other }) => ({
        id: on ?? kind,
        ...(kind === "day" ? { label: on ?? "" } : LABELS[kind]),
        values: [ready, held, other, ready + held + other],
      })),
      notes: [
        ...(first
          ? [`Shows days through ${addDays(first, DAYS_AHEAD - 1)}. Other: not available or not reported.`]
          : []),
        ...zoneNotes(await countUnknownZones(executor)),
      ],
    };
  },
  containersOf({ row, column }, requested) {
    const [days, release] = [rowCondition(row, requested), RELEASES[column]];
    return days && release ? sql`${OPEN} and ${days} and ${release}` : null;
  },
};
