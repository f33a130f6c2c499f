import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { AuditCode } from "@/lib/auth/audit/audit-codes";
import type { ReportColumn } from "@/lib/features/reports/rules/report-table";
import { queryRows } from "@/lib/platform/database/rows";
import { userName } from "@/lib/platform/database/user-name-sql";
import type { Report, ReportInput } from "./report";
import { historyGap, type WeekPart, weeksOf } from "./week";

const ASSIGNED = "container.party_assigned" satisfies AuditCode;

/** The user responsible for a follow-up: the author of its last entry, else its creator. */
const FOLLOWER = sql`coalesce((select e.written_by from follow_up_entries e where e.follow_up_id = h.id
  and e.written_by is not null order by e.id desc limit 1), h.created_by)`;

/** The work of a user: rows of (person, container_id). The person is null when no user is named. */
type Work = { id: string; label: string; rows: (requested: ReportInput) => SQL };

const followUp = (condition: SQL): SQL =>
  sql`select ${FOLLOWER} as person, h.container_id from follow_ups h where h.closed_at is null and ${condition}`;
const inJobs = (condition: SQL): SQL =>
  sql`select j.created_by as person, r.subject_id as container_id from job_rows r join jobs j on j.id = r.job_id
    where j.created_by is not null and ${condition}`;

/** Containers that got a dray carrier: one by one, by the audit log, and by the rows of bulk jobs, which it omits. */
const assigned = ({ from, until }: WeekPart): SQL => sql`
  select a.user_id as person, a.record_id as container_id from audit_entries a
    where a.action = ${ASSIGNED} and a.record_type = 'container' and a.user_id is not null
      and a.at >= ${from} and a.at < ${until}
  union all ${inJobs(sql`j.kind in ('assign_carrier', 'replace_carrier') and r.state = 'done'
    and r.ended_at >= ${from} and r.ended_at < ${until}`)}`;

const WORK: readonly Work[] = [
  { id: "followUps", label: "Open follow-ups", rows: () => followUp(sql`true`) },
  { id: "due", label: "Follow-ups due", rows: ({ now }) => followUp(sql`h.next_check_at <= ${now}`) },
  {
    id: "plans",
    label: "Planned moves",
    rows: () =>
      sql`select p.updated_by as person, p.container_id from planned_moves p join report_containers b using (container_id)
        where p.updated_by is not null and b.empty_at is null`,
  },
  {
    id: "waiting",
    label: "Open bulk jobs",
    rows: () => inJobs(sql`r.state = 'waiting' and j.ended_at is null`),
  },
  { id: "assigned", label: "Assigned this week", rows: (requested) => assigned(weeksOf(requested).thisWeek) },
  {
    id: "assigned-before",
    label: "Assigned, same part of last week",
    rows: (requested) => assigned(weeksOf(requested).lastWeek),
  },
];

const COLUMNS = WORK.map(({ id, label }): ReportColumn => ({ id, label, unit: "containers" }));
/** The id of the row for work without a named user. */
const NO_ONE = "nobody";
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const userRowSchema = z.object({ id: z.string().nullable(), name: z.string(), counts: z.array(z.number()) });

/** Follow-ups, planned moves, bulk work and assignments of each user, by container. Users without work are omitted. */
export const users: Report = {
  async read(executor, requested) {
    const work = WORK.map(
      ({ id, rows }) => sql`select ${id}::text as work, each.* from (${rows(requested)}) each`,
    );
    const counts = WORK.map(
      ({ id }) => sql`(count(distinct w.container_id) filter (where work = ${id}))::int`,
    );
    const rows = await queryRows(
      executor,
      userRowSchema,
      sql`
        select person::text as id, case when person is null then 'No user' else ${userName(sql`person`)} end as name, counts
        from (
          select w.person, array[${sql.join(counts, sql`, `)}] as counts
          from (${sql.join(work, sql` union all `)}) w join report_containers b using (container_id) group by w.person) people
        order by person is null, name, person`,
    );
    const gap = await historyGap(executor, "audit_entries", requested);
    return {
      columns: COLUMNS,
      rows: rows.map(({ id, name, counts: values }) => ({ id: id ?? NO_ONE, label: name, values })),
      notes: [
        "Assigned: containers that got a dray carrier in Drayboard, one by one or by a bulk job. Weeks start on Monday.",
        ...(gap === null ? [] : [`Last week is incomplete: the audit log starts on ${gap}.`]),
      ],
    };
  },
  containersOf({ row, column }, requested) {
    const work = WORK.find(({ id }) => id === column);
    if (!work || (row !== NO_ONE && !UUID.test(row))) return null;
    const user = row === NO_ONE ? sql`null::uuid` : sql`${row}::uuid`;
    return sql`b.container_id in (select w.container_id from (${work.rows(requested)}) w
      where w.person is not distinct from ${user})`;
  },
};
