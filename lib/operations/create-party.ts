import { requireSession } from "@/lib/auth/session";
import { createPartySchema } from "@/lib/contract/requests";
import { db } from "@/lib/db/client";
import { applyAnswer } from "@/lib/mirror/apply-answer";
import { clientForPerson } from "@/lib/tracking/account";
import { type Shown, showDone } from "./show-done";

/** Creates a party of the account; answers its id. Throws the service's own refusal (blank, exists already). */
export async function createParty(companyName: string): Promise<{ id: string; shown: Shown }> {
  await requireSession();
  const body = createPartySchema.parse({
    data: { type: "party", attributes: { company_name: companyName } },
  });
  const { document, sentAt } = await clientForPerson().create("parties", body);
  const { id } = document.data;
  const shown = await showDone(() => applyAnswer(db(), document, sentAt), { type: "party", id });
  return { id, shown };
}
