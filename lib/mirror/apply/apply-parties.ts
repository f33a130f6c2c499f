import { eq, sql } from "drizzle-orm";
import { relatedOne } from "@/lib/contract/json-api";
import type { ChangeSet } from "@/lib/mirror/changed-records";
import type { ReadRecord } from "@/lib/mirror/merge/record-types";
import { instantOf, textOf } from "@/lib/mirror/merge/relationships";
import type { Transaction } from "@/lib/platform/database/client";
import { parties, partyRoles } from "@/lib/platform/database/schema/schema";
import { inBatches, sortedById } from "@/lib/platform/database/statement-batches";

/** Applies parties to the mirror. */
export async function applyParties(
  tx: Transaction,
  records: readonly ReadRecord[],
  asOf: Date,
  changeSet: ChangeSet,
): Promise<void> {
  const rows = sortedById(records).map((record) => ({
    id: record.id,
    attributes: record.attributes,
    companyName: textOf(record.attributes, "company_name") ?? textOf(record.attributes, "nickname") ?? "",
    asOf,
  }));
  for (const batch of inBatches(rows)) {
    const written = await tx
      .insert(parties)
      .values(batch)
      .onConflictDoUpdate({
        target: parties.id,
        set: {
          attributes: sql`${parties.attributes} || excluded.attributes`,
          companyName: sql`coalesce(nullif((${parties.attributes} || excluded.attributes) ->> 'company_name', ''),
            nullif(excluded.company_name, ''), ${parties.companyName})`,
          asOf: sql`excluded.as_of`,
        },
        setWhere: sql`${parties.asOf} <= excluded.as_of and (${parties.attributes} || excluded.attributes) <> ${parties.attributes}`,
      })
      .returning({ id: parties.id });
    changeSet.parties ||= written.length > 0;
    for (const { id } of written) changeSet.partyNames.add(id);
  }
}

/** Applies a role whose record is not known from this report: only to a role that the mirror has. */
async function updatePartyRole(
  tx: Transaction,
  { id, partyId, role, attributes }: Pick<RoleRow, "id" | "partyId" | "role" | "attributes">,
): Promise<RoleRow[]> {
  return tx
    .update(partyRoles)
    .set({
      partyId,
      role: sql`coalesce(nullif(${role}, ''), ${partyRoles.role})`,
      attributes: sql`${partyRoles.attributes} || ${JSON.stringify(attributes)}::jsonb`,
    })
    .where(
      sql`${partyRoles.id} = ${id} and (${partyRoles.partyId} <> ${partyId}
        or not ${partyRoles.attributes} @> ${JSON.stringify(attributes)}::jsonb)`,
    )
    .returning();
}

type RoleRow = typeof partyRoles.$inferSelect;

/**
 * Applies party roles to the mirror. An attribute that a report does not have keeps its value. Skips a new role that names
 * its record neither in its attributes nor by `roleable`.
 */
export async function applyPartyRoles(
  tx: Transaction,
  records: readonly ReadRecord[],
  changeSet: ChangeSet,
  roleable?: { type: "container" | "shipment"; id: string },
): Promise<void> {
  for (const record of sortedById(records)) {
    const { id, attributes } = record;
    const partyId = relatedOne(record, "party")?.id;
    const roleableId = roleable?.id ?? textOf(attributes, "roleable_id");
    const roleableType = roleable?.type ?? textOf(attributes, "roleable_type")?.toLowerCase();
    if (!partyId) continue;
    const role = textOf(attributes, "role") ?? "";
    const written =
      roleableId && roleableType
        ? await tx
            .insert(partyRoles)
            .values({
              id,
              roleableType,
              roleableId,
              partyId,
              role,
              attributes,
              createdAt: instantOf(attributes, "created_at"),
            })
            .onConflictDoUpdate({
              target: partyRoles.id,
              set: {
                roleableType,
                roleableId,
                partyId,
                role: sql`coalesce(nullif(excluded.role, ''), ${partyRoles.role})`,
                attributes: sql`${partyRoles.attributes} || excluded.attributes`,
                createdAt: sql`coalesce(excluded.created_at, ${partyRoles.createdAt})`,
              },
              setWhere: sql`(${partyRoles.roleableId}, ${partyRoles.partyId}, ${partyRoles.attributes})
                <> (excluded.roleable_id, excluded.party_id, ${partyRoles.attributes} || excluded.attributes)`,
            })
            .returning()
        : await updatePartyRole(tx, { id, partyId, role, attributes });
    for (const row of written) {
      const ofContainer = row.roleableType.endsWith("container") || row.roleableType === "cargo";
      if (ofContainer) changeSet.containers.add(row.roleableId);
      changeSet.parties = true;
    }
  }
}

/** Marks the records whose roles were removed as changed. */
export function markRolesChanged(changeSet: ChangeSet, roleableIds: readonly string[]): void {
  for (const id of roleableIds) changeSet.containers.add(id);
  changeSet.parties ||= roleableIds.length > 0;
}

/** Removes a role that was deleted upstream. Returns the record it belonged to, or null when none is known. */
export async function removePartyRole(
  tx: Transaction,
  roleId: string,
  changeSet: ChangeSet,
): Promise<string | null> {
  const gone = await tx
    .delete(partyRoles)
    .where(eq(partyRoles.id, roleId))
    .returning({ roleableId: partyRoles.roleableId });
  markRolesChanged(
    changeSet,
    gone.map(({ roleableId }) => roleableId),
  );
  return gone[0]?.roleableId ?? null;
}
