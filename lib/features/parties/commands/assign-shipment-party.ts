import { recordDone } from "@/lib/auth/audit/record-outcome";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import type { Shown } from "@/lib/domain/visibility";
import { db } from "@/lib/platform/database/client";
import { clientForPerson } from "@/lib/tracking-client/open-client";
import { makeRole } from "./assign-role";
import { partyWords } from "./party-name";

/**
 * Assigns a party role on a shipment. Throws the error of the service (422, 401): some services accept only the dray
 * carrier role.
 */
export async function assignShipmentParty(shipmentId: string, role: string, partyId: string): Promise<Shown> {
  const by = await requireSession("dispatch");
  const wanted = { on: { type: "shipment", id: shipmentId }, partyId, role } as const;
  const { shown } = await makeRole(db(), clientForPerson(), wanted);
  await recordDone(by, {
    action: "assigned a party role",
    record: wanted.on,
    detail: `${role}: ${await partyWords(partyId)}`,
  });
  return shown;
}
