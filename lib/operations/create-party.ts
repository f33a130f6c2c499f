import { requireSession } from "@/lib/auth/session";
import { createPartySchema } from "@/lib/contract/requests";
import { db } from "@/lib/db/client";
import { applyAnswer } from "@/lib/mirror/apply-answer";
import { clientForPerson } from "@/lib/tracking/account";

/** Creates a party of the account; answers its id. Throws the service's own refusal (blank, exists already). */
export async function createParty(companyName: string): Promise<string> {
  await requireSession();
  const body = createPartySchema.parse({
    data: { type: "party", attributes: { company_name: companyName } },
  });
  const { document, sentAt } = await clientForPerson().create("parties", body);
  await applyAnswer(db(), document, sentAt);
  return document.data.id;
}
