import { type SQL, sql } from "drizzle-orm";
import { normalizeNumber } from "@/lib/contract/container-number";
import { AGING_AFTER_MS } from "@/lib/domain/container/staleness";
import {
  type BoardGroup,
  type BoardQuery,
  type ChoiceId,
  type DayRange,
  NONE,
  readBoardQuery,
} from "@/lib/features/board/rules/board-address";
import type { BoardSort, SortBy } from "@/lib/features/board/rules/sort-orders";
import { fieldCondition } from "@/lib/features/custom-fields/queries/filter-sql";
import { containing } from "@/lib/platform/database/like-pattern";
import type { Address } from "@/lib/platform/database/storable-id";

/** Columns a board can be sorted by; each with the SQL that orders it, rows without a value last. */
const SORTS: Record<BoardSort, SQL> = {
  deadline: sql`governing_ends_at`,
  container: sql`number`,
  line: sql`line`,
  terminal: sql`terminal`,
  ready: sql`array_position(array['ready', 'held', 'not_available', 'unknown', 'not_discharged', 'in_transit'], readiness)`,
  status: sql`status`,
  customer: sql`customer`,
  vessel: sql`vessel`,
  eta: sql`eta_at`,
  appointment: sql`appointment_at`,
  carrier: sql`nullif(carrier_names, '')`,
  charges: sql`charges`,
  out: sql`gate_out_at`,
  return: sql`return_due_at`,
  checked: sql`checked_at`,
};

/** What rows are grouped by, as SQL: one value a container, null where it has none. */
const GROUPS: Record<BoardGroup, SQL> = {
  terminal: sql`terminal`,
  line: sql`line_name`,
  carrier: sql`nullif(carrier_names, '')`,
  customer: sql`customer`,
  vessel: sql`vessel`,
};

export const groupValue = (group: BoardGroup): SQL => GROUPS[group];

/** Who looks: their user id, for what they have seen already; null where nobody's eyes are meant. */
export type Reader = string | null;

/** Columns of a queue's window; `all` has none. */
const windowColumns = (queue: string) => {
  const name = queue.replaceAll("-", "_");
  return { from: sql.raw(`${name}_from`), to: sql.raw(`${name}_to`) };
};

/** Whether `now` lies in a queue's window: [from, to), an absent bound is open. */
export function inWindow(queue: string, now: Date): SQL {
  if (queue === "all") return sql`true`;
  const { from, to } = windowColumns(queue);
  return sql`((${from} is null or ${from} <= ${now}) and (${to} is null or ${to} > ${now}))`;
}

const list = (values: readonly string[]) => sql`${sql.param([...values])}::text[]`;

/** Since when changes are news to a reader; nothing is to one who has no preferences yet. */
const newsSince = (reader: string): SQL =>
  sql`coalesce((select marks_from from preferences where user_id = ${reader}::uuid), 'infinity')`;

/** When a reader last saw the container of the row; null when never. */
const seenAt = (reader: string): SQL =>
  sql`(select l.seen_at from looks l where l.user_id = ${reader}::uuid and l.container_id = board_rows.container_id)`;

/** The instant after which changes of a row's cells are news to the reader. */
export const unseenSince = (reader: string): SQL =>
  sql`greatest(${newsSince(reader)}, coalesce(${seenAt(reader)}, '-infinity'))`;

/** Whether a cell of the row changed since the reader looked. */
export const isNews = (reader: Reader): SQL =>
  reader === null
    ? sql`false`
    : sql`(changed_at > ${newsSince(reader)} and changed_at > coalesce(${seenAt(reader)}, '-infinity'))`;

const orNone = (values: readonly string[], column: SQL, some: (values: string[]) => SQL): SQL => {
  const named = values.filter((value) => value !== NONE);
  if (named.length === values.length) return some(named);
  return named.length > 0 ? sql`(${column} is null or ${some(named)})` : sql`${column} is null`;
};

const today = (zone: SQL, now: Date): SQL =>
  sql`(${now}::timestamptz at time zone coalesce(${zone}, 'UTC'))::date`;

function appointmentCondition(value: string, now: Date): SQL {
  if (value === "without") return sql`(appointment_at is null and not picked_up)`;
  if (value === "today")
    return sql`(appointment_on between (${now}::timestamptz)::date - 1 and (${now}::timestamptz)::date + 1
      and appointment_on = ${today(sql`appointment_zone`, now)})`;
  if (value === "passed") return sql`(appointment_at < ${now} and not picked_up)`;
  return sql`appointment_at is not null`;
}

function staleCondition(value: string, now: Date): SQL {
  if (value === "stale") return inWindow("stale", now);
  const aged = sql`checked_at <= ${new Date(now.getTime() - AGING_AFTER_MS)}`;
  // A container on terminal ground can become stale: its window does not end.
  return value === "aging"
    ? sql`(stale_to is null and ${aged} and not ${inWindow("stale", now)})`
    : sql`(stale_to is null and checked_at is not null and not ${aged})`;
}

const any = (conditions: readonly SQL[]): SQL => sql`(${sql.join([...conditions], sql` or `)})`;

/** The rows that have one of the values of a filter, as a condition on board_rows. */
const CONDITIONS: Record<ChoiceId, (values: readonly string[], now: Date) => SQL> = {
  terminal: (values) => orNone(values, sql`terminal`, (named) => sql`terminal = any(${list(named)})`),
  line: (values) => orNone(values, sql`line`, (named) => sql`line = any(${list(named)})`),
  customer: (values) => orNone(values, sql`customer`, (named) => sql`customer = any(${list(named)})`),
  carrier: (values) =>
    orNone(values, sql`nullif(carrier_ids, '{}')`, (named) => sql`carrier_ids && ${list(named)}`),
  port: (values) => sql`port = any(${list(values)})`,
  status: (values) => sql`status = any(${list(values)})`,
  ready: (values) => sql`readiness = any(${list(values)})`,
  hold: (values) => sql`holds && ${list(values)}`,
  tag: (values) => sql`tags && ${list(values)}`,
  reference: (values) => sql`reference_keys && ${list(values.map(normalizeNumber))}`,
  appointment: (values, now) => any(values.map((value) => appointmentCondition(value, now))),
  stale: (values, now) => any(values.map((value) => staleCondition(value, now))),
  field: (values) => any(values.map(fieldCondition)),
};

/** Days left by the place's own calendar; the first bounds, by UTC's, spare most rows the reckoning. */
function leftCondition({ from, to }: DayRange, now: Date): SQL {
  const left = sql`governing_on - ${today(sql`governing_zone`, now)}`;
  const utc = sql`(${now}::timestamptz at time zone 'UTC')::date`;
  const conditions = [sql`governing_on is not null`];
  if (from !== null)
    conditions.push(sql`governing_on >= ${utc} + ${from}::int - 1`, sql`${left} >= ${from}::int`);
  if (to !== null) conditions.push(sql`governing_on <= ${utc} + ${to}::int + 1`, sql`${left} <= ${to}::int`);
  return sql.join(conditions, sql` and `);
}

/** What narrows a queue, as conditions on board_rows. Search ignores case, spaces and dashes. */
function narrowings(query: BoardQuery, now: Date, reader: Reader): SQL[] {
  const conditions: SQL[] = [];
  const searched = normalizeNumber(query.q);
  if (searched) conditions.push(sql`search like ${containing(searched)}`);
  for (const id of Object.keys(CONDITIONS)) {
    const choice = isChoice(id) ? query.choices[id] : [];
    if (isChoice(id) && choice.length > 0) conditions.push(CONDITIONS[id](choice, now));
  }
  if (query.left) conditions.push(leftCondition(query.left, now));
  if (query.changed && reader !== null) conditions.push(isNews(reader));
  if (query.numbers.length > 0) conditions.push(sql`number = any(${list(query.numbers)})`);
  if (query.list !== null)
    conditions.push(sql`number in (select unnest(numbers) from number_lists where id = ${query.list}::uuid)`);
  return conditions;
}

const isChoice = (id: string): id is ChoiceId => Object.hasOwn(CONDITIONS, id);

/** Whether a query lets through fewer rows than its queue holds. */
export const isNarrowed = (query: BoardQuery, now: Date, reader: Reader): boolean =>
  narrowings(query, now, reader).length > 0;

/** The rows a query lets through, as a condition on board_rows. */
export function boardCondition(query: BoardQuery, now: Date, reader: Reader = null): SQL {
  return sql.join([inWindow(query.queue, now), ...narrowings(query, now, reader)], sql` and `);
}

const DEFAULT_ORDER = sql`picked_up, governing_ends_at asc nulls last, no_appointment desc, held desc, number collate "C", container_id collate "C"`;

/** The order of the rows: by group, then by the columns asked for, the default behind them. */
export function boardOrder(sort: readonly SortBy[], group: BoardGroup | null = null): SQL {
  const parts = sort.map(({ by, descending }) =>
    descending ? sql`${SORTS[by]} desc nulls last` : sql`${SORTS[by]} asc nulls last`,
  );
  if (group) parts.unshift(sql`${GROUPS[group]} asc nulls last`);
  return sql.join([...parts, DEFAULT_ORDER], sql`, `);
}

/** The query an address asks for, as Next gives it; what it says wrong is passed over. */
export function readBoardFilter(address: Address): BoardQuery {
  return readBoardQuery(addressParams(address)).query;
}

/** The parameters of a page's address, several of one name among them. */
export function addressParams(address: Address): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(address))
    for (const each of [value ?? []].flat()) params.append(name, each);
  return params;
}
