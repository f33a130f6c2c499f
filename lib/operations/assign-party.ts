import { requireSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { clientForPerson } from "@/lib/tracking/account";
import { makeDrayRole } from "./make-role";
import { partyWords } from "./party-words";
import { recordDone } from "./record-done";
import type { Shown } from "./show-done";

/** Makes a party the container's pickup dray carrier. Throws the service's own refusal (422, 401). */
export async function assignParty(containerId: string, partyId: string): Promise<Shown> {
  const by = await requireSession("dispatch");
  const { shown } = await makeDrayRole(db(), clientForPerson(), containerId, partyId);
  const record = { type: "container", id: containerId };
  await recordDone(by, { action: "assigned a dray carrier", record, detail: await partyWords(partyId) });
  return shown;
}
