import { type SQL, sql } from "drizzle-orm";
import type { FieldRecordType } from "@/lib/contract/custom-field";
import type { RawEvent } from "@/lib/contract/raw-event";
import { vesselLegOf } from "@/lib/domain/voyage/vessel-positions";
import type { Executor } from "@/lib/platform/database/client";
import type { AppError } from "@/lib/platform/errors";
import { notDeletedUpstream } from "./deleted-upstream";
import { requestPositions } from "./vessel-positions";

/** The data related to containers: the account's lists, and the maps of single containers. */
export const RELATED_WHATS = [
  "custom_field_definitions",
  "custom_fields",
  "documents",
  "map",
  "raw_events",
  "vessel_positions",
] as const;
export type RelatedWhat = (typeof RELATED_WHATS)[number];

/** The account's plan excludes the data, or this service does not have it. It is requested again after a day. */
const REFUSED_HOURS = 24;

/**
 * Records a read and its instant, for the whole account without `containerId`. `listed`: the record ids of a container
 * when its records were read separately. An older read changes nothing.
 */
export async function noteRelatedRead(
  executor: Executor,
  what: RelatedWhat,
  asOf: Date,
  { containerId = "", listed = null }: { containerId?: string; listed?: string[] | null } = {},
): Promise<void> {
  await executor.execute(sql`
    insert into related_fetches as held (what, container_id, as_of, attempted_at, listed)
    values (${what}, ${containerId}, ${asOf}, clock_timestamp(), ${sql.param(listed)}::text[])
    on conflict (what, container_id) do update set as_of = excluded.as_of, attempted_at = excluded.attempted_at,
      listed = excluded.listed, code = null, problem = null
    where coalesce(held.as_of, '-infinity') <= excluded.as_of`);
}

/** Records the reason of a failed read; the data read before stays. For the whole account without `containerId`. */
export async function noteRelatedFailure(
  executor: Executor,
  what: RelatedWhat,
  { code, message }: AppError,
  containerId = "",
): Promise<void> {
  await executor.execute(sql`
    insert into related_fetches (what, container_id, attempted_at, code, problem)
    values (${what}, ${containerId}, clock_timestamp(), ${code}, ${message})
    on conflict (what, container_id) do update
      set attempted_at = excluded.attempted_at, code = excluded.code, problem = excluded.problem`);
}

/** Clears the recorded refusal for the whole account. */
export async function clearRelatedFailure(executor: Executor, what: RelatedWhat): Promise<void> {
  await executor.execute(sql`
    update related_fetches set code = null, problem = null
    where what = ${what} and container_id = '' and code is not null`);
}

/** Returns whether the service refused this data for the whole account within the last day. */
export async function wasRefused(executor: Executor, what: RelatedWhat): Promise<boolean> {
  const { rows } = await executor.execute(sql`
    select from related_fetches where what = ${what} and container_id = '' and code is not null
      and attempted_at > clock_timestamp() - make_interval(hours => ${REFUSED_HOURS})`);
  return rows.length > 0;
}

/**
 * Stores the service's own map of a container, unless a newer one is stored, and requests the positions of the vessel
 * that it shows.
 */
export async function keepMap(
  executor: Executor,
  containerId: string,
  map: unknown,
  asOf: Date,
): Promise<void> {
  await executor.execute(sql`
    insert into container_maps as held (container_id, map, as_of)
    values (${containerId}, ${JSON.stringify(map)}::jsonb, ${asOf})
    on conflict (container_id) do update set map = excluded.map, as_of = excluded.as_of
    where held.as_of <= excluded.as_of`);
  const leg = vesselLegOf(map);
  if (leg) await requestPositions(executor, leg);
  await noteRelatedRead(executor, "map", asOf, { containerId });
  await clearRelatedFailure(executor, "map");
}

/** Stores the raw events of a container as read at `asOf`, unless newer ones are stored. */
export async function saveRawEvents(
  executor: Executor,
  containerId: string,
  events: readonly RawEvent[],
  asOf: Date,
): Promise<void> {
  await executor.execute(sql`
    insert into container_raw_events as held (container_id, events, as_of)
    values (${containerId}, ${JSON.stringify(events)}::jsonb, ${asOf})
    on conflict (container_id) do update set events = excluded.events, as_of = excluded.as_of
    where held.as_of <= excluded.as_of`);
  await noteRelatedRead(executor, "raw_events", asOf, { containerId });
  await clearRelatedFailure(executor, "raw_events");
}

/** A record that can have custom fields and documents. */
export type RelatedRecord = { type: FieldRecordType; id: string };

/** SQL condition for records, as `t`, that exist and that the record's own newer list did not omit. */
export const status = (
  what: RelatedWhat,
  type: "custom_field" | "document",
  recordId: string | SQL,
): SQL => sql`
  ${notDeletedUpstream(type)}
  and not exists (select from related_fetches own where own.what = ${what} and own.container_id = ${recordId}
    and own.listed is not null and t.id <> all(own.listed) and own.as_of > t.as_of
    and own.as_of > coalesce((select w.as_of from related_fetches w where w.what = ${what} and w.container_id = ''),
      '-infinity'))`;

/**
 * SQL condition for custom field values, as `t`, that a record has: neither the value nor its definition was deleted
 * upstream, and the record's own newer list did not omit it.
 */
export const isHeldField = (recordId: string | SQL): SQL => sql`
  ${status("custom_fields", "custom_field", recordId)}
  and not exists (select from seen_records d where d.type = 'custom_field_definition'
    and d.id = t.relationships #>> '{definition,data,id}' and d.deleted_upstream_at is not null)`;
