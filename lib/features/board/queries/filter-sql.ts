import { type SQL, sql } from "drizzle-orm";
import { normalizeNumber } from "@/lib/contract/container-number";
import { searchWords } from "@/lib/domain/board-row/search-text";
import { AGING_AFTER_MS } from "@/lib/domain/container/staleness";
import { type BoardQuery, type DayRange, readBoardQuery } from "@/lib/features/board/rules/board-address";
import { CHOICES, type ChoiceId, type FacetId, NONE } from "@/lib/features/board/rules/filters";
import { FIELD_VALUES, fieldCondition } from "@/lib/features/custom-fields/queries/filter-sql";
import { boardCounts, type CountedValue } from "@/lib/mirror/board-rows/board-counts";
import { containing } from "@/lib/platform/database/like-pattern";
import type { Address } from "@/lib/platform/database/storable-id";
import { chosenKinds, markingChanges } from "./fact-changes-sql";

/**
 * The user id of the reader, who has seen changes and may search names and notes. Null when the query is for no user of the
 * dashboard: links, feeds and embeds.
 */
export type Reader = string | null;

/** Returns the window columns of a queue. The queue `all` has none. */
const windowColumns = (queue: string) => {
  const name = queue.replaceAll("-", "_");
  return { from: sql.raw(`${name}_from`), to: sql.raw(`${name}_to`) };
};

/** Whether `now` is in the window of a queue: [from, to). An absent bound is open. */
export function inWindow(queue: string, now: Date): SQL {
  if (queue === "all") return sql`true`;
  const { from, to } = windowColumns(queue);
  return sql`((${from} is null or ${from} <= ${now}) and (${to} is null or ${to} > ${now}))`;
}

const list = (values: readonly string[]) => sql`${sql.param([...values])}::text[]`;

/** The instant since which changes count as unseen by a reader. A reader without preferences has no unseen changes. */
export const changesSince = (reader: string): SQL =>
  sql`coalesce((select marks_from from preferences where user_id = ${reader}::uuid), 'infinity')`;

/** When the reader last saw the container of the row. Null means never. */
const seenAt = (reader: string): SQL =>
  sql`(select l.seen_at from last_seen l where l.user_id = ${reader}::uuid and l.container_id = board_rows.container_id)`;

/** The instant after which changed facts of a row are unseen by the reader. */
export const unseenSince = (reader: string): SQL =>
  sql`greatest(${changesSince(reader)}, coalesce(${seenAt(reader)}, '-infinity'))`;

/** Whether a fact of a kind that the reader chose changed since the reader last saw the row, by another user or the service. */
export const isChange = (reader: Reader): SQL =>
  reader === null
    ? sql`false`
    : sql`(changed_at > ${changesSince(reader)} and changed_at > coalesce(${seenAt(reader)}, '-infinity')
        and exists (${markingChanges(sql`${reader}`, chosenKinds(reader), unseenSince(reader))}))`;

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

const any = (conditions: readonly SQL[]): SQL => sql`(${sql.join([...conditions], sql` or `)})`;

/** The filter of a planned time. `done`: whether the move was made. */
function plannedCondition(move: string, done: SQL): (values: readonly string[], now: Date) => SQL {
  const at = sql.raw(`planned_${move}_at`);
  const zone = sql.raw(`planned_${move}_zone`);
  const condition = (value: string, now: Date): SQL => {
    if (value === "without") return sql`${at} is null`;
    if (value === "passed") return sql`(${at} < ${now} and not ${done})`;
    if (value === "today")
      return sql`(${at} between ${now}::timestamptz - interval '2 days' and ${now}::timestamptz + interval '2 days'
        and (${at} at time zone coalesce(${zone}, 'UTC'))::date = ${today(zone, now)})`;
    return sql`${at} is not null`;
  };
  return (values, now) => any(values.map((value) => condition(value, now)));
}

function workOrderCondition(value: string, now: Date): SQL {
  if (value === "without") return sql`work_order_state is null`;
  if (value === "expired")
    return sql`(work_order_state in ('sent', 'changed') and work_order_expires_at <= ${now})`;
  const open = value === "sent" || value === "changed" ? sql` and work_order_expires_at > ${now}` : sql``;
  return sql`(work_order_state = ${value}${open})`;
}

function followUpCondition(value: string, now: Date): SQL {
  if (value === "due") return inWindow("follow-up-due", now);
  return value === "without" ? sql`follow_up_owner is null` : sql`follow_up_owner is not null`;
}

function staleCondition(value: string, now: Date): SQL {
  if (value === "stale") return inWindow("stale", now);
  const aged = sql`checked_at <= ${new Date(now.getTime() - AGING_AFTER_MS)}`;
  // A container on terminal ground can become stale, because its window does not end.
  return value === "aging"
    ? sql`(stale_to is null and ${aged} and not ${inWindow("stale", now)})`
    : sql`(stale_to is null and checked_at is not null and not ${aged})`;
}

/** The condition on board_rows for each filter: rows that have one of the given values. */
const CONDITIONS: Record<ChoiceId, (values: readonly string[], now: Date) => SQL> = {
  terminal: (values) => orNone(values, sql`terminal`, (named) => sql`terminal = any(${list(named)})`),
  line: (values) => orNone(values, sql`line`, (named) => sql`line = any(${list(named)})`),
  customer: (values) => orNone(values, sql`customer`, (named) => sql`customer = any(${list(named)})`),
  vessel: (values) => orNone(values, sql`vessel`, (named) => sql`vessel = any(${list(named)})`),
  carrier: (values) =>
    orNone(values, sql`nullif(carrier_ids, '{}')`, (named) => sql`carrier_ids && ${list(named)}`),
  port: (values) => sql`port = any(${list(values)})`,
  status: (values) => sql`status = any(${list(values)})`,
  ready: (values) => sql`readiness = any(${list(values)})`,
  hold: (values) => sql`holds && ${list(values)}`,
  tag: (values) => sql`tags && ${list(values)}`,
  reference: (values) => sql`reference_keys && ${list(values.map(normalizeNumber))}`,
  appointment: (values, now) => any(values.map((value) => appointmentCondition(value, now))),
  plannedPickup: plannedCondition("pickup", sql`picked_up`),
  plannedDelivery: plannedCondition("delivery", sql`false`),
  plannedReturn: plannedCondition("return", sql`status = 'empty_returned'`),
  driver: (values) => orNone(values, sql`driver`, (named) => sql`driver = any(${list(named)})`),
  workOrder: (values, now) => any(values.map((value) => workOrderCondition(value, now))),
  followUp: (values, now) => any(values.map((value) => followUpCondition(value, now))),
  followUpOwner: (values) => sql`follow_up_owner = any(${list(values)})`,
  stale: (values, now) => any(values.map((value) => staleCondition(value, now))),
  field: (values) => any(values.map(fieldCondition)),
};

/** A filter's values as rows (value, label, containers), and the label where those rows have none. */
interface FacetSql {
  values: SQL;
  label?: SQL;
}

const stored = (id: FacetId): SQL => boardCounts(id, sql`'-infinity'::timestamptz`);

/** The values in the mirror that a filter offers. Without a label a value is its own. */
export const FACETS: Record<FacetId, FacetSql> = {
  terminals: { values: stored("terminals") },
  customers: { values: stored("customers") },
  vessels: { values: stored("vessels") },
  lines: { values: stored("lines") },
  ports: { values: stored("ports") },
  statuses: { values: stored("statuses") },
  holds: { values: stored("holds") },
  drivers: { values: stored("drivers") },
  followUpOwners: { values: stored("followUpOwners") },
  tags: { values: stored("tags") },
  carriers: {
    values: stored("carriers"),
    label: sql`(select nullif(p.company_name, '') from parties p where p.id = value)`,
  },
  fields: {
    values: sql`select slug || '=' || one as value, min(name || ': ' || words) as label,
        count(distinct container)::int as containers
      from (${FIELD_VALUES}) field_values group by slug, one`,
  },
};

/**
 * Compares days left by the calendar of the place. The first bounds use UTC and exclude most rows from the more
 * expensive calculation.
 */
function leftCondition({ from, to }: DayRange, now: Date): SQL {
  const left = sql`governing_on - ${today(sql`governing_zone`, now)}`;
  const utc = sql`(${now}::timestamptz at time zone 'UTC')::date`;
  const conditions = [sql`governing_on is not null`];
  if (from !== null)
    conditions.push(sql`governing_on >= ${utc} + ${from}::int - 1`, sql`${left} >= ${from}::int`);
  if (to !== null) conditions.push(sql`governing_on <= ${utc} + ${to}::int + 1`, sql`${left} <= ${to}::int`);
  return sql.join(conditions, sql` and `);
}

/**
 * Finds a part of a number or reference, ignoring case, spaces and dashes. For a user of the dashboard also rows whose
 * names and note have for each word one that begins with it (docs/decisions/0052).
 */
function searchCondition(q: string, reader: Reader): SQL {
  const byNumber = sql`search like ${containing(normalizeNumber(q))}`;
  const words = reader === null ? [] : searchWords(q);
  if (words.length === 0) return byNumber;
  const byWords = words.map((word) => sql`search_text like ${`% ${word}%`}`);
  return sql`(${byNumber} or (${sql.join(byWords, sql` and `)}))`;
}

/** Returns the filters within a queue, as conditions on board_rows. */
function narrowings(query: BoardQuery, now: Date, reader: Reader): SQL[] {
  const conditions: SQL[] = [];
  if (normalizeNumber(query.q)) conditions.push(searchCondition(query.q, reader));
  for (const id of CHOICES) {
    const choice = query.choices[id];
    if (choice.length > 0) conditions.push(CONDITIONS[id](choice, now));
  }
  if (query.left) conditions.push(leftCondition(query.left, now));
  if (query.changed && reader !== null) conditions.push(isChange(reader));
  if (query.numbers.length > 0) conditions.push(sql`number = any(${list(query.numbers)})`);
  if (query.list !== null)
    conditions.push(sql`number in (select unnest(numbers) from number_lists where id = ${query.list}::uuid)`);
  return conditions;
}

/** Whether a query can match fewer rows than its queue contains. */
export const isNarrowed = (query: BoardQuery, now: Date, reader: Reader): boolean =>
  narrowings(query, now, reader).length > 0;

/** The filters whose values are counted in `board_counts` (docs/decisions/0048), each with the kind of its counts. */
const STORED_KINDS: Partial<Record<ChoiceId, FacetId>> = {
  terminal: "terminals",
  line: "lines",
  customer: "customers",
  vessel: "vessels",
  carrier: "carriers",
  port: "ports",
  status: "statuses",
  hold: "holds",
  driver: "drivers",
  followUpOwner: "followUpOwners",
  tag: "tags",
};

/**
 * The stored count that is the number of rows of a query: that of one value of one filter over the whole account. Null for
 * other queries: their rows must be counted.
 */
export function storedCount(query: BoardQuery, now: Date, reader: Reader): CountedValue | null {
  if (query.queue !== "all" || narrowings(query, now, reader).length !== 1) return null;
  for (const id of CHOICES) {
    const kind = STORED_KINDS[id];
    const [value, ...others] = query.choices[id];
    if (kind && value !== undefined && value !== NONE && others.length === 0) return { kind, value };
  }
  return null;
}

/** Returns the condition on board_rows that matches a query. */
export function boardCondition(query: BoardQuery, now: Date, reader: Reader = null): SQL {
  return sql.join([inWindow(query.queue, now), ...narrowings(query, now, reader)], sql` and `);
}

/** Reads the query of an address as Next provides it. Invalid parts are ignored. */
export function readBoardFilter(address: Address): BoardQuery {
  return readBoardQuery(addressParams(address)).query;
}

/** Returns the parameters of a page address, including repeated parameters. */
export function addressParams(address: Address): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(address))
    for (const each of [value ?? []].flat()) params.append(name, each);
  return params;
}
