import { sql } from "drizzle-orm";
import { z } from "zod";
import type { ChangeSet } from "@/lib/mirror/changed-records";
import type { ReadRecord } from "@/lib/mirror/merge/record-types";
import type { Transaction } from "@/lib/platform/database/client";
import { queryColumn, queryRows } from "@/lib/platform/database/rows";
import { containerTag } from "@/lib/realtime/cache/cache-tags";
import { expireTags } from "@/lib/realtime/publish";
import { applyPartyRoles, markRolesChanged } from "./apply-parties";

/** Records that Drayboard changed a role of these records now. A list requested earlier may not contain the change. */
export async function noteRoleWrite(tx: Transaction, roleableIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    insert into party_role_fetches (roleable_id, written_at)
    select id, clock_timestamp() from unnest(${sql.param([...roleableIds].sort())}::text[]) as id
    on conflict (roleable_id) do update set written_at = excluded.written_at`);
}

/** A record whose roles have no newer report; `first` is true when its roles were never read before. */
const readingSchema = z.object({ id: z.string(), first: z.boolean() });
type Reading = z.infer<typeof readingSchema>;

/** Records that these records' roles were read. Returns the records without a newer report. */
async function noteReading(tx: Transaction, roleableIds: readonly string[], asOf: Date): Promise<Reading[]> {
  const ids = sql`unnest(${sql.param([...roleableIds].sort())}::text[])`;
  return queryRows(
    tx,
    readingSchema,
    sql`
      with heard as (select r.roleable_id from party_role_fetches r join ${ids} as id on r.roleable_id = id where r.as_of is not null),
      noted as (
        insert into party_role_fetches (roleable_id, as_of)
        select id, ${asOf}::timestamptz from ${ids} as id
        on conflict (roleable_id) do update set as_of = excluded.as_of
          where coalesce(party_role_fetches.as_of, '-infinity') <= excluded.as_of
            and coalesce(party_role_fetches.written_at, '-infinity') < excluded.as_of
        returning roleable_id as id)
      select id, not exists (select from heard where roleable_id = id) as first from noted`,
  );
}

async function removeUnlisted(
  tx: Transaction,
  roleableIds: readonly string[],
  listed: readonly string[],
  changeSet: ChangeSet,
): Promise<void> {
  const rows = await queryColumn(
    tx,
    z.string(),
    sql`
      delete from party_roles where roleable_id = any(${sql.param([...roleableIds])}::text[])
        and id <> all(${sql.param([...listed])}::text[]) returning roleable_id as "roleableId"`,
  );
  markRolesChanged(changeSet, rows);
}

/**
 * Removes the roles that full lists no longer contain. `listed` has the role ids of each record. Skips records whose
 * roles Drayboard changed after the list was requested.
 */
export async function keepListedRoles(
  tx: Transaction,
  listed: ReadonlyMap<string, readonly string[]>,
  asOf: Date,
  changeSet: ChangeSet,
): Promise<void> {
  if (!listed.size) return;
  const read = (await noteReading(tx, [...listed.keys()], asOf)).map(({ id }) => id);
  await removeUnlisted(
    tx,
    read,
    read.flatMap((id) => listed.get(id) ?? []),
    changeSet,
  );
}

/**
 * Applies the full list of a container's roles to the mirror, unless Drayboard changed a role after the list was
 * requested. `listed` has all role ids, `roles` has the readable roles.
 */
export async function applyRoleListing(
  tx: Transaction,
  containerId: string,
  { listed, roles, asOf }: { listed: readonly string[]; roles: readonly ReadRecord[]; asOf: Date },
  changeSet: ChangeSet,
): Promise<void> {
  const [read] = await noteReading(tx, [containerId], asOf);
  if (read === undefined) return;
  if (read.first) changeSet.firstRoles.add(containerId);
  await applyPartyRoles(tx, roles, changeSet, { type: "container", id: containerId });
  await removeUnlisted(tx, [containerId], listed, changeSet);
  // The container's page shows the age of its roles, even when they did not change.
  if (!changeSet.containers.has(containerId)) await expireTags(tx, [containerTag(containerId)]);
}
