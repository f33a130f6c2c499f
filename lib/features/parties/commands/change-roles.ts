import { sql } from "drizzle-orm";
import { z } from "zod";
import { recordDone } from "@/lib/auth/audit/record-outcome";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import type { Visibility } from "@/lib/domain/visibility";
import { forgetRole, type Roleable } from "@/lib/mirror/apply/apply-response";
import { db } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";
import { showDone } from "@/lib/sync/fetch-queue/apply-or-enqueue";
import { clientForUser } from "@/lib/tracking-client/open-client";
import { makeDrayRole, makeRole, rolesPath } from "./assign-role";
import { partyText } from "./rename-party";

/** Assigns a party as the pickup dray carrier of a container. Throws the error of the service (422, 401). */
export async function assignParty(containerId: string, partyId: string): Promise<Visibility> {
  const by = await requireSession("dispatch");
  const { visibility: shown } = await makeDrayRole(db(), clientForUser(), containerId, partyId);
  const record = { type: "container", id: containerId };
  await recordDone(by, { action: "assigned a dray carrier", record, detail: await partyText(partyId) });
  return shown;
}

/**
 * Assigns a party role on a shipment. Throws the error of the service (422, 401): some services accept only the dray
 * carrier role.
 */
export async function assignShipmentParty(
  shipmentId: string,
  role: string,
  partyId: string,
): Promise<Visibility> {
  const by = await requireSession("dispatch");
  const wanted = { on: { type: "shipment", id: shipmentId }, partyId, role } as const;
  const { visibility: shown } = await makeRole(db(), clientForUser(), wanted);
  await recordDone(by, {
    action: "assigned a party role",
    record: wanted.on,
    detail: `${role}: ${await partyText(partyId)}`,
  });
  return shown;
}

const roleTextRowSchema = z.object({ role: z.string(), name: z.string() });

/** Returns the role and its party as text, as stored in the mirror. */
async function roleText(roleId: string): Promise<string> {
  const rows = await queryRows(
    db(),
    roleTextRowSchema,
    sql`
      select r.role, coalesce(p.company_name, r.party_id) as name
      from party_roles r left join parties p on p.id = r.party_id where r.id = ${roleId}`,
  );
  return rows[0] ? `${rows[0].role}: ${rows[0].name}` : "";
}

/**
 * Removes a role from a container or a shipment. A role that the service already deleted counts as removed. It is then
 * also removed from the mirror.
 */
export async function removeRole(on: Roleable, roleId: string): Promise<Visibility> {
  const by = await requireSession("dispatch");
  const text = await roleText(roleId);
  await clientForUser().remove(rolesPath(on, roleId));
  await recordDone(by, { action: "removed a party role", record: on, detail: text });
  return showDone(() => forgetRole(db(), roleId), null);
}
