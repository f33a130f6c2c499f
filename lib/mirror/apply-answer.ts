import type { ItemDocument } from "@/lib/contract/json-api";
import type { Database } from "@/lib/db/client";
import { applyRecords, settle } from "./apply";
import { applyParties, applyPartyRoles, removePartyRole } from "./apply-parties";
import { sortRecords } from "./record-kinds";
import { Touched } from "./touched";

/** Takes the service's answer to a write into the mirror. */
export async function applyAnswer(db: Database, document: ItemDocument, asOf: Date): Promise<void> {
  const records = [document.data, ...(document.included ?? [])];
  await db.transaction((tx) => applyRecords(tx, records, { asOf, notificationId: null }));
}

/** The same for a new role on a container, whose record may not name the container itself. */
export async function applyRoleAnswer(
  db: Database,
  containerId: string,
  document: ItemDocument,
  asOf: Date,
): Promise<void> {
  const { sorted } = sortRecords([document.data, ...(document.included ?? [])]);
  await db.transaction(async (tx) => {
    const touched = new Touched();
    await applyParties(tx, sorted.party, asOf, touched);
    await applyPartyRoles(tx, sorted.party_role, touched, { type: "container", id: containerId });
    await settle(tx, touched);
  });
}

/** Takes a removed role out of the mirror. */
export async function forgetRole(db: Database, roleId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const touched = new Touched();
    await removePartyRole(tx, roleId, touched);
    await settle(tx, touched);
  });
}
