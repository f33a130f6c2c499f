import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { GateSchedule } from "@/lib/domain/deadlines/gate-schedule";
import { gateHoursSchema, specialDaysSchema } from "@/lib/domain/deadlines/gate-schedule-schemas";
import { addDays } from "@/lib/domain/time/zoned-time";
import type { DayPlan, PlannedContainer } from "@/lib/features/moves/rules/day-plan";
import type { PlanQuery } from "@/lib/features/moves/rules/plan-address";
import { countsOfKinds } from "@/lib/mirror/board-rows/board-counts";
import { shownRow } from "@/lib/mirror/board-rows/shown-row";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn, queryRows, storedJson } from "@/lib/platform/database/rows";

/** Maximum number of containers of the day, and of each list to plan. */
const MAX_OF_DAY = 600;
const MAX_TO_PLAN = 100;
/** Maximum number of carriers, terminals and drivers to choose from. */
const MAX_OPTIONS = 200;

const rowSchema = storedJson<BoardRow>();
const plannedSchema: z.ZodType<PlannedContainer> = z.object({
  row: rowSchema,
  deliveryPlace: z.string(),
  emptyReturnPlace: z.string(),
});
const gateSchema: z.ZodType<GateSchedule> = z.object({
  facilityId: z.string(),
  hours: gateHoursSchema.catch([]),
  specialDays: specialDaysSchema.catch([]),
});
const optionSchema = z.object({ kind: z.string(), value: z.string(), name: z.string() });

type Filter = Pick<PlanQuery, "terminal" | "carrier">;

/** The filter on `board_rows b`. */
function filterCondition({ terminal, carrier }: Filter): SQL {
  const conditions = [sql`true`];
  if (terminal !== "") conditions.push(sql`b.terminal = ${terminal}`);
  if (carrier !== "") conditions.push(sql`b.carrier_ids @> ${sql.param([carrier])}::text[]`);
  return sql.join(conditions, sql` and `);
}

/** The instants at which it is this day in some zone. */
const somewhere = (day: string) => ({
  from: new Date(Date.parse(`${addDays(day, -1)}T10:00:00Z`)),
  to: new Date(Date.parse(`${addDays(day, 1)}T12:00:00Z`)),
});

/**
 * Lists the containers with a move planned within a day of some zone. The caller leaves out those of other days at their
 * place. Each of the three times has an index.
 */
function listPlanned(executor: Executor, day: string, filter: Filter): Promise<PlannedContainer[]> {
  const { from, to } = somewhere(day);
  const within = (column: string) => sql`(m.${sql.raw(column)} >= ${from} and m.${sql.raw(column)} < ${to})`;
  return queryRows(
    executor,
    plannedSchema,
    sql`
      select ${shownRow("b")} as row, coalesce(m.delivery_place, '') as "deliveryPlace",
        coalesce(m.empty_return_place, '') as "emptyReturnPlace"
      from planned_moves m join board_rows b on b.container_id = m.container_id
      where (${within("pickup_at")} or ${within("delivery_at")} or ${within("empty_return_at")})
        and ${filterCondition(filter)}
      order by b.number, b.container_id limit ${MAX_OF_DAY + 1}`,
  );
}

function listAppointments(executor: Executor, day: string, filter: Filter): Promise<BoardRow[]> {
  return queryColumn(
    executor,
    rowSchema,
    sql`
      select ${shownRow("b")} as row from board_rows b
      where b.appointment_on = ${day}::date and not b.picked_up and ${filterCondition(filter)}
      order by b.appointment_at, b.container_id limit ${MAX_OF_DAY + 1}`,
  );
}

/** Containers without a planned pickup that arrive up to this many days before a day may be ready on it. */
const ARRIVAL_DAYS = 2;

/**
 * Lists the containers without a planned pickup that are ready, have an appointment on the day, or are expected to arrive
 * by then and are not on hold. Each branch reads in the order of an index and stops.
 */
function listPickups(executor: Executor, day: string, filter: Filter): Promise<BoardRow[]> {
  const from = new Date(Date.parse(`${addDays(day, -ARRIVAL_DAYS)}T00:00:00Z`));
  const open = sql`b.planned_pickup_at is null and not b.picked_up and ${filterCondition(filter)}`;
  const order = sql`b.governing_ends_at nulls last`;
  const columns = sql`b.container_id, b.governing_ends_at, b.number, ${shownRow("b")} as row`;
  return queryColumn(
    executor,
    rowSchema,
    sql`
      select row from (
        select distinct on (container_id) * from (
          (select ${columns} from board_rows b where ${open} and b.readiness = 'ready'
            order by b.picked_up, ${order} limit ${MAX_TO_PLAN + 1})
          union all
          (select ${columns} from board_rows b where ${open} and b.appointment_on = ${day}::date
            order by ${order} limit ${MAX_TO_PLAN + 1})
          union all
          (select ${columns} from board_rows b where ${open} and b.readiness <> 'held'
            and b.eta_at >= ${from} and b.eta_at < ${somewhere(day).to} order by ${order} limit ${MAX_TO_PLAN + 1})
        ) found order by container_id
      ) once order by governing_ends_at nulls last, number, container_id limit ${MAX_TO_PLAN + 1}`,
  );
}

function listReturns(executor: Executor, filter: Filter): Promise<BoardRow[]> {
  return queryColumn(
    executor,
    rowSchema,
    // The condition of the index on empties to return.
    sql`
      select ${shownRow("b")} as row from board_rows b
      where (b.empty_due_to is null or b.empty_due_to > '1970-01-01 00:00:00+00')
        and b.planned_return_at is null and ${filterCondition(filter)}
      order by b.return_due_at asc nulls last limit ${MAX_TO_PLAN + 1}`,
  );
}

function listGates(executor: Executor, ids: readonly string[]): Promise<GateSchedule[]> {
  return queryRows(
    executor,
    gateSchema,
    sql`
      select terminal_id as "facilityId", hours, special_days as "specialDays" from terminal_hours
      where terminal_id = any(${sql.param([...ids])}::text[])`,
  );
}

const optionQuery = sql`
  select kind, value, name from (
    select c.kind, c.value, c.containers, coalesce(nullif(p.company_name, ''), nullif(c.label, ''), c.value) as name,
      row_number() over (partition by c.kind order by c.containers desc, c.value) as place
    from (${countsOfKinds(["carriers", "terminals", "drivers"])}) c
    left join parties p on c.kind = 'carriers' and p.id = c.value
  ) ranked where place <= ${MAX_OPTIONS} order by kind, place`;

/** Reads what is planned for a day, what could be planned, and the gate hours of its terminals. */
export async function readDayPlan(executor: Executor, day: string, filter: Filter): Promise<DayPlan> {
  const [planned, appointments, pickups, returns, options] = await Promise.all([
    listPlanned(executor, day, filter),
    listAppointments(executor, day, filter),
    listPickups(executor, day, filter),
    listReturns(executor, filter),
    queryRows(executor, optionSchema, optionQuery),
  ]);
  const rows = [...planned.map(({ row }) => row), ...appointments, ...pickups, ...returns];
  const facilities = new Set(rows.map(({ terminal }) => terminal.id).filter((id) => id !== null));
  const named = (kind: string) => options.filter((option) => option.kind === kind);
  return {
    day,
    planned: planned.slice(0, MAX_OF_DAY),
    appointments: appointments.slice(0, MAX_OF_DAY),
    pickups: pickups.slice(0, MAX_TO_PLAN),
    returns: returns.slice(0, MAX_TO_PLAN),
    cut:
      Math.max(planned.length, appointments.length) > MAX_OF_DAY ||
      Math.max(pickups.length, returns.length) > MAX_TO_PLAN,
    gates: await listGates(executor, [...facilities]),
    carriers: named("carriers").map(({ value, name }) => ({ id: value, name })),
    terminals: named("terminals").map(({ value }) => value),
    drivers: named("drivers").map(({ value }) => value),
  };
}
