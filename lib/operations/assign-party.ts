import { requireSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { clientForPerson } from "@/lib/tracking/account";
import { makeDrayRole } from "./make-role";
import type { Shown } from "./show-done";

/** Makes a party the container's pickup dray carrier. Throws the service's own refusal (422, 401). */
export async function assignParty(containerId: string, partyId: string): Promise<Shown> {
  await requireSession("dispatch");
  return (await makeDrayRole(db(), clientForPerson(), containerId, partyId)).shown;
}
