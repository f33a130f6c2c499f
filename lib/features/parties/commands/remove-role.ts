import { sql } from "drizzle-orm";
import { recordDone } from "@/lib/auth/audit/record-outcome";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import type { Shown } from "@/lib/domain/visibility";
import { forgetRole, type Roleable } from "@/lib/mirror/apply/apply-response";
import { db } from "@/lib/platform/database/client";
import { showDone } from "@/lib/sync/fetch-queue/apply-or-enqueue";
import { clientForPerson } from "@/lib/tracking-client/open-client";
import { rolesPath } from "./assign-role";

/** Returns the role and its party as text, as stored in the mirror. */
async function roleWords(roleId: string): Promise<string> {
  const { rows } = await db().execute<{ role: string; name: string }>(sql`
    select r.role, coalesce(p.company_name, r.party_id) as name
    from party_roles r left join parties p on p.id = r.party_id where r.id = ${roleId}`);
  return rows[0] ? `${rows[0].role}: ${rows[0].name}` : "";
}

async function removeRole(on: Roleable, roleId: string): Promise<Shown> {
  const by = await requireSession("dispatch");
  const words = await roleWords(roleId);
  await clientForPerson().remove(rolesPath(on, roleId));
  await recordDone(by, { action: "removed a party role", record: on, detail: words });
  return showDone(() => forgetRole(db(), roleId), null);
}

/**
 * Removes a role from a container. A role that the service already deleted counts as removed. It is then also removed
 * from the mirror.
 */
export const removeParty = (containerId: string, roleId: string): Promise<Shown> =>
  removeRole({ type: "container", id: containerId }, roleId);

/** Removes a role from a shipment, see `removeParty`. */
export const removeShipmentParty = (shipmentId: string, roleId: string): Promise<Shown> =>
  removeRole({ type: "shipment", id: shipmentId }, roleId);
