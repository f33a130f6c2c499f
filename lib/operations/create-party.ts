import { requireSession } from "@/lib/auth/session";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import { createPartySchema } from "@/lib/contract/requests";
import { db } from "@/lib/db/client";
import { applyAnswer } from "@/lib/mirror/apply-answer";
import { clientForPerson } from "@/lib/tracking/account";
import { createOnce } from "@/lib/tracking/create-once";
import { eachPage } from "@/lib/tracking/pages";
import { recordDone } from "./record-done";
import { type Shown, showDone } from "./show-done";

const nameOf = ({ attributes }: JsonApiRecord) => String(attributes?.company_name ?? "");

/** Creates a party of the account; answers its id. Throws the service's own refusal (blank, exists already). */
export async function createParty(companyName: string): Promise<{ id: string; shown: Shown }> {
  const by = await requireSession("dispatch");
  const body = createPartySchema.parse({
    data: { type: "party", attributes: { company_name: companyName } },
  });
  const client = clientForPerson();
  const named = companyName.trim().toLowerCase();
  const { document, sentAt } = await createOnce(client, "parties", body, async () => {
    for await (const { document: list } of eachPage(client, "parties")) {
      const found = list.data.find((party) => nameOf(party).trim().toLowerCase() === named);
      if (found) return found;
    }
    return null;
  });
  const { id } = document.data;
  await recordDone(by, { action: "created a party", record: { type: "party", id }, detail: companyName });
  const shown = await showDone(() => applyAnswer(db(), document, sentAt), { type: "party", id });
  return { id, shown };
}
