import { requireSession } from "@/lib/auth/session";
import { PICKUP_DRAY_CARRIER } from "@/lib/contract/enumerations";
import { type ItemDocument, relatedOne } from "@/lib/contract/json-api";
import { createPartyRoleSchema } from "@/lib/contract/requests";
import { db } from "@/lib/db/client";
import { applyRoleAnswer } from "@/lib/mirror/apply-answer";
import { clientForPerson } from "@/lib/tracking/account";
import { pathOf } from "@/lib/tracking/client";
import { createOnce } from "@/lib/tracking/create-once";
import { type Shown, showDone } from "./show-done";

/** Makes a party the container's pickup dray carrier. Throws the service's own refusal (422, 401). */
export async function assignParty(containerId: string, partyId: string): Promise<Shown> {
  await requireSession();
  const body = createPartyRoleSchema.parse({
    data: {
      type: "party_role",
      attributes: { role: PICKUP_DRAY_CARRIER },
      relationships: { party: { data: { type: "party", id: partyId } } },
    },
  });
  const client = clientForPerson();
  const path = pathOf("containers", containerId, "party_roles");
  const { document, sentAt } = await createOnce(client, path, body, async () => {
    const { document: list } = await client.getPage(path);
    return list.data.find((role) => relatedOne(role, "party")?.id === partyId) ?? null;
  });
  return showDone(() => applyRoleAnswer(db(), containerId, document satisfies ItemDocument, sentAt), {
    type: "party_roles",
    id: containerId,
  });
}
