import { type SQL, sql } from "drizzle-orm";
import type { FieldRecordType } from "@/lib/contract/custom-field";
import type { Executor } from "@/lib/platform/database/client";
import type { AppError } from "@/lib/platform/errors";
import { notVanished } from "./deleted-upstream";

/** What stands next to the containers: the account's lists of it, and the maps of single containers. */
export type RelatedWhat = "custom_field_definitions" | "custom_fields" | "documents" | "map";

/** An account's plan leaves it out, or this service has no such thing: one asks again after a day. */
const REFUSED_HOURS = 24;

/**
 * Notes that something was read as of then: the whole account's without `containerId`. `listed`: the ids of a container's
 * records, when it was read by itself. An older reading changes nothing.
 */
export async function noteRelatedRead(
  executor: Executor,
  what: RelatedWhat,
  asOf: Date,
  { containerId = "", listed = null }: { containerId?: string; listed?: string[] | null } = {},
): Promise<void> {
  await executor.execute(sql`
    insert into related_fetches as held (what, container_id, as_of, tried_at, listed)
    values (${what}, ${containerId}, ${asOf}, clock_timestamp(), ${sql.param(listed)}::text[])
    on conflict (what, container_id) do update set as_of = excluded.as_of, tried_at = excluded.tried_at,
      listed = excluded.listed, code = null, problem = null
    where coalesce(held.as_of, '-infinity') <= excluded.as_of`);
}

/** Notes why something could not be read; what was read before stays. Of the whole account without `containerId`. */
export async function noteRelatedTrouble(
  executor: Executor,
  what: RelatedWhat,
  { code, message }: AppError,
  containerId = "",
): Promise<void> {
  await executor.execute(sql`
    insert into related_fetches (what, container_id, tried_at, code, problem)
    values (${what}, ${containerId}, clock_timestamp(), ${code}, ${message})
    on conflict (what, container_id) do update
      set tried_at = excluded.tried_at, code = excluded.code, problem = excluded.problem`);
}

/** Takes back that the whole account's was refused. */
export async function clearRelatedTrouble(executor: Executor, what: RelatedWhat): Promise<void> {
  await executor.execute(sql`
    update related_fetches set code = null, problem = null
    where what = ${what} and container_id = '' and code is not null`);
}

/** Whether the service refused something to the whole account within the last day. */
export async function wasRefused(executor: Executor, what: RelatedWhat): Promise<boolean> {
  const { rows } = await executor.execute(sql`
    select from related_fetches where what = ${what} and container_id = '' and code is not null
      and tried_at > clock_timestamp() - make_interval(hours => ${REFUSED_HOURS})`);
  return rows.length > 0;
}

/** Keeps the service's own map of a container, unless a newer one is kept. */
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
  await noteRelatedRead(executor, "map", asOf, { containerId });
  await clearRelatedTrouble(executor, "map");
}

/** A record that custom fields stand on, and papers go with. */
export type RelatedRecord = { type: FieldRecordType; id: string };

/** Records as `t`: those there are, and that the record's own list did not leave out since. */
export const standing = (what: RelatedWhat, type: "custom_field" | "document", recordId: string): SQL => sql`
  ${notVanished(type)}
  and not exists (select from related_fetches own where own.what = ${what} and own.container_id = ${recordId}
    and own.listed is not null and t.id <> all(own.listed) and own.as_of > t.as_of
    and own.as_of > coalesce((select w.as_of from related_fetches w where w.what = ${what} and w.container_id = ''),
      '-infinity'))`;
