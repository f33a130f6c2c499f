import { requireSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { clientForPerson } from "@/lib/tracking/account";
import { makeRole } from "./make-role";
import { partyWords } from "./party-words";
import { recordDone } from "./record-done";
import type { Shown } from "./show-done";

/** Gives a party a role on a shipment. Throws the service's own refusal (422, 401): some take the dray carrier alone. */
export async function assignShipmentParty(shipmentId: string, role: string, partyId: string): Promise<Shown> {
  const by = await requireSession("dispatch");
  const wanted = { on: { type: "shipment", id: shipmentId }, partyId, role } as const;
  const { shown } = await makeRole(db(), clientForPerson(), wanted);
  await recordDone(by, {
    action: "gave a party a role",
    record: wanted.on,
    detail: `${role}: ${await partyWords(partyId)}`,
  });
  return shown;
}
