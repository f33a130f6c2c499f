import type { ItemDocument, JsonApiRecord } from "@/lib/contract/json-api";
import { ChangeSet } from "@/lib/mirror/changed-records";
import { sortRecords, type Unreadable } from "@/lib/mirror/merge/record-types";
import type { Database, Transaction } from "@/lib/platform/database/client";
import { type Transactor, transact } from "@/lib/platform/database/transaction";
import { applyRecords, finalize, lockBoard } from "./apply";
import { applyParties, applyPartyRoles, removePartyRole } from "./apply-parties";
import { forgetRelated, type RelatedType } from "./apply-supplementary-records";
import { noteUnreadable } from "./note-unreadable";
import { applyRoleListing, noteRoleWrite } from "./party-role-lists";

/** Applies the service's response to a write to the mirror. `by` is the user who wrote. */
export async function applyResponse(
  db: Database,
  document: ItemDocument,
  asOf: Date,
  by: string | null = null,
): Promise<void> {
  await applyResponses(db, [document.data, ...(document.included ?? [])], asOf, by);
}

/** Same as above, for a requested list of records. */
export async function applyResponses(
  db: Database,
  records: readonly JsonApiRecord[],
  asOf: Date,
  by: string | null = null,
): Promise<void> {
  await transact(db, (tx) => applyRecords(tx, records, { asOf, notificationId: null }, by));
}

async function noteWithLock(tx: Transaction, unreadable: readonly Unreadable[], asOf: Date): Promise<void> {
  if (!unreadable.length) return;
  await lockBoard(tx);
  await noteUnreadable(tx, [{ unreadable, origin: { asOf, notificationId: null } }]);
}

/** A record that can have party roles. */
export type Roleable = { type: "container" | "shipment"; id: string };

/** Same as above, for a role created on a container or shipment. The role's record may not name it. */
export async function applyRoleResponse(
  db: Database,
  on: Roleable,
  document: ItemDocument,
  asOf: Date,
  by: string | null = null,
): Promise<void> {
  const { sorted, unreadable } = sortRecords([document.data, ...(document.included ?? [])]);
  await transact(db, async (tx) => {
    const changeSet = new ChangeSet();
    changeSet.by = by;
    await applyParties(tx, sorted.party, asOf, changeSet);
    await applyPartyRoles(tx, sorted.party_role, changeSet, on);
    await noteRoleWrite(tx, [on.id]);
    await finalize(tx, changeSet);
    await noteWithLock(tx, unreadable, asOf);
  });
}

/**
 * Applies the full list of a container's roles, with their parties, to the mirror. Roles missing from the list are
 * removed.
 */
export async function applyRoles(
  db: Transactor,
  containerId: string,
  records: readonly JsonApiRecord[],
  asOf: Date,
): Promise<void> {
  const { sorted, unreadable } = sortRecords(records);
  const listed = records.filter(({ type }) => type === "party_role").map(({ id }) => id);
  await transact(db, async (tx) => {
    const changeSet = new ChangeSet();
    await applyParties(tx, sorted.party, asOf, changeSet);
    await applyRoleListing(tx, containerId, { listed, roles: sorted.party_role, asOf }, changeSet);
    await finalize(tx, changeSet);
    await noteWithLock(tx, unreadable, asOf);
  });
}

/** Removes a deleted role from the mirror. `by` is the user who deleted it. */
export async function forgetRole(db: Database, roleId: string, by: string | null = null): Promise<void> {
  await transact(db, async (tx) => {
    const changeSet = new ChangeSet();
    changeSet.by = by;
    const roleableId = await removePartyRole(tx, roleId, changeSet);
    if (roleableId !== null) await noteRoleWrite(tx, [roleableId]);
    await finalize(tx, changeSet);
  });
}

/** Removes a deleted custom field, definition, option or document from the mirror. */
export async function forgetRecord(db: Database, type: RelatedType, id: string): Promise<void> {
  await transact(db, async (tx) => {
    const changeSet = new ChangeSet();
    await forgetRelated(tx, type, id, changeSet);
    await finalize(tx, changeSet);
  });
}
