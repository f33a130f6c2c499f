import { recordDone } from "@/lib/auth/audit/record-outcome";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import type { Shown } from "@/lib/domain/visibility";
import { db } from "@/lib/platform/database/client";
import { clientForPerson } from "@/lib/tracking-client/open-client";
import { makeDrayRole } from "./assign-role";
import { partyWords } from "./party-name";

/** Assigns a party as the pickup dray carrier of a container. Throws the error of the service (422, 401). */
export async function assignParty(containerId: string, partyId: string): Promise<Shown> {
  const by = await requireSession("dispatch");
  const { shown } = await makeDrayRole(db(), clientForPerson(), containerId, partyId);
  const record = { type: "container", id: containerId };
  await recordDone(by, { action: "assigned a dray carrier", record, detail: await partyWords(partyId) });
  return shown;
}
