import { type SQL, sql } from "drizzle-orm";
import { userName } from "@/lib/db/user-name";
import type { ReportColumn } from "@/lib/dispatch/report-table";
import type { Asked, Report } from "./report";
import { yesterdayOf } from "./since";

/** Who a chase is with: whoever wrote in it last, else who began it. */
const CHASER = sql`coalesce((select e.written_by from chase_entries e where e.chase_id = h.id
  and e.written_by is not null order by e.id desc limit 1), h.created_by)`;

type Work = { id: string; label: string; boxes: (person: SQL, asked: Asked) => SQL };

const chase = (person: SQL, condition: SQL): SQL =>
  sql`b.container_id in (select h.container_id from chases h where h.closed_at is null
    and ${CHASER} is not distinct from ${person} and ${condition})`;
const inJobs = (person: SQL, condition: SQL): SQL =>
  sql`b.container_id in (select r.subject_id from job_rows r join jobs j on j.id = r.job_id
    where j.created_by = ${person} and ${condition})`;

const WORK: readonly Work[] = [
  { id: "chases", label: "Chases open", boxes: (person) => chase(person, sql`true`) },
  {
    id: "due",
    label: "Chases due",
    boxes: (person, { now }) => chase(person, sql`h.next_check_at <= ${now}`),
  },
  {
    id: "plans",
    label: "Moves planned",
    boxes: (person) =>
      sql`b.empty_at is null and b.container_id in (select p.container_id from planned_moves p where p.updated_by = ${person})`,
  },
  {
    id: "waiting",
    label: "Bulk work open",
    boxes: (person) => inJobs(person, sql`r.state = 'waiting' and j.ended_at is null`),
  },
  {
    id: "assigned",
    label: "Assigned since yesterday",
    boxes: (person, asked) =>
      inJobs(
        person,
        sql`j.kind = 'assign_carrier' and r.state = 'done' and r.ended_at >= ${yesterdayOf(asked).startsAt}`,
      ),
  },
];

const COLUMNS = WORK.map(({ id, label }): ReportColumn => ({ id, label, unit: "boxes" }));
/** The row of what nobody is named for. */
const NOBODY = "nobody";
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Who chases, plans and does what, by box; whoever has nothing at hand is left out. */
export const people: Report = {
  async read(executor, asked) {
    const person = sql`w.id`;
    const counts = WORK.map(
      ({ boxes }) => sql`(select count(*)::int from report_boxes b where ${boxes(person, asked)})`,
    );
    const { rows } = await executor.execute<{ id: string | null; name: string; counts: number[] }>(sql`
      select w.id::text as id, case when w.id is null then 'Nobody named' else ${userName(sql`w.id`)} end as name,
        array[${sql.join(counts, sql`, `)}] as counts
      from (select id from users union all select null) w order by w.id is null, name, w.id`);
    return {
      columns: COLUMNS,
      rows: rows
        .filter(({ counts: found }) => found.some((boxes) => boxes > 0))
        .map(({ id, name, counts: values }) => ({ id: id ?? NOBODY, label: name, values })),
      notes: ["Assigned: many at once; one by one, the service does not say who did it."],
    };
  },
  boxesOf({ row, column }, asked) {
    const work = WORK.find(({ id }) => id === column);
    if (!work || (row !== NOBODY && !UUID.test(row))) return null;
    return work.boxes(row === NOBODY ? sql`null::uuid` : sql`${row}::uuid`, asked);
  },
};
