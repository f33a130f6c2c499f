import type { CollectionDocument, ItemDocument } from "@/lib/contract/json-api";
import type { Database } from "@/lib/db/client";
import { transact } from "@/lib/db/transact";
import { applyRecords, settle } from "./apply";
import { applyParties, applyPartyRoles, removePartyRole } from "./apply-parties";
import { sortRecords } from "./record-kinds";
import { Touched } from "./touched";

/** Takes the service's answer to a write into the mirror. */
export async function applyAnswer(db: Database, document: ItemDocument, asOf: Date): Promise<void> {
  const records = [document.data, ...(document.included ?? [])];
  await transact(db, (tx) => applyRecords(tx, records, { asOf, notificationId: null }));
}

/** The same for roles on a container, whose records may not name the container itself. */
export async function applyRoleAnswer(
  db: Database,
  containerId: string,
  document: ItemDocument | CollectionDocument,
  asOf: Date,
): Promise<void> {
  const { sorted } = sortRecords([document.data, document.included ?? []].flat());
  await transact(db, async (tx) => {
    const touched = new Touched();
    await applyParties(tx, sorted.party, asOf, touched);
    await applyPartyRoles(tx, sorted.party_role, touched, { type: "container", id: containerId });
    await settle(tx, touched);
  });
}

/** Takes a removed role out of the mirror. */
export async function forgetRole(db: Database, roleId: string): Promise<void> {
  await transact(db, async (tx) => {
    const touched = new Touched();
    await removePartyRole(tx, roleId, touched);
    await settle(tx, touched);
  });
}
