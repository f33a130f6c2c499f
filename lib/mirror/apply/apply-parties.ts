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
          companyName: sql`coalesce(nullif(excluded.company_name, ''), ${parties.companyName})`,
          asOf: sql`excluded.as_of`,
        },
        setWhere: sql`${parties.asOf} <= excluded.as_of and (${parties.attributes} || excluded.attributes) <> ${parties.attributes}`,
      })
      .returning({ id: parties.id });
    changeSet.parties ||= written.length > 0;
    for (const { id } of written) changeSet.partyNames.add(id);
  }
}

/**
 * Applies party roles to the mirror. Skips a role that names its record neither in its attributes nor by `roleable`.
 */
export async function applyPartyRoles(
  tx: Transaction,
  records: readonly ReadRecord[],
  changeSet: ChangeSet,
  roleable?: { type: "container" | "shipment"; id: string },
): Promise<void> {
  for (const record of sortedById(records)) {
    const partyId = relatedOne(record, "party")?.id;
    const roleableId = roleable?.id ?? textOf(record.attributes, "roleable_id");
    const roleableType = roleable?.type ?? textOf(record.attributes, "roleable_type")?.toLowerCase();
    if (!partyId || !roleableId || !roleableType) continue;
    const row = {
      id: record.id,
      roleableType,
      roleableId,
      partyId,
      role: textOf(record.attributes, "role") ?? "",
      attributes: record.attributes,
      createdAt: instantOf(record.attributes, "created_at"),
    };
    const { id, ...set } = row;
    const written = await tx
      .insert(partyRoles)
      .values(row)
      .onConflictDoUpdate({
        target: partyRoles.id,
        set,
        setWhere: sql`(${partyRoles.roleableId}, ${partyRoles.partyId}, ${partyRoles.attributes})
          <> (excluded.roleable_id, excluded.party_id, excluded.attributes)`,
      })
      .returning({ id: partyRoles.id });
    if (!written.length) continue;
    if (roleableType.endsWith("container") || roleableType === "cargo") changeSet.containers.add(roleableId);
    changeSet.parties = true;
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
