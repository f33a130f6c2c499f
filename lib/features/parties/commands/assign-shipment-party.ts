import { recordDone } from "@/lib/auth/audit/record-outcome";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import type { Shown } from "@/lib/domain/visibility";
import { db } from "@/lib/platform/database/client";
import { clientForPerson } from "@/lib/tracking-client/open-client";
import { makeRole } from "./assign-role";
import { partyWords } from "./party-name";

/** Gives a party a role on a shipment. Throws the service's own refusal (422, 401): some take the dray carrier alone. */
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
