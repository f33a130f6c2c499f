import { sql } from "drizzle-orm";
import { recordDone } from "@/lib/auth/audit/record-outcome";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import type { Shown } from "@/lib/domain/visibility";
import { forgetRole, type Roleable } from "@/lib/mirror/apply/apply-response";
import { db } from "@/lib/platform/database/client";
import { showDone } from "@/lib/sync/fetch-queue/apply-or-enqueue";
import { clientForPerson } from "@/lib/tracking-client/open-client";
import { rolesPath } from "./assign-role";

/** Whose role it is, as the mirror has it. */
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

/** Takes a role off a container. One that is gone already counts as removed, here too when it still stood here. */
export const removeParty = (containerId: string, roleId: string): Promise<Shown> =>
  removeRole({ type: "container", id: containerId }, roleId);

/** Takes a role off a shipment, as `removeParty` does. */
export const removeShipmentParty = (shipmentId: string, roleId: string): Promise<Shown> =>
  removeRole({ type: "shipment", id: shipmentId }, roleId);
