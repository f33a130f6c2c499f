import { requireSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { clientForPerson } from "@/lib/tracking/account";
import { makeRole } from "./make-role";
import type { Shown } from "./show-done";

/** Gives a party a role on a shipment. Throws the service's own refusal (422, 401): some take the dray carrier alone. */
export async function assignShipmentParty(shipmentId: string, role: string, partyId: string): Promise<Shown> {
  await requireSession("dispatch");
  const wanted = { on: { type: "shipment", id: shipmentId }, partyId, role } as const;
  return (await makeRole(db(), clientForPerson(), wanted)).shown;
}
