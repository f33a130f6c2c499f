import { recordDone } from "@/lib/auth/audit/record-outcome";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import { createPartySchema } from "@/lib/contract/request-bodies";
import type { Visibility } from "@/lib/domain/visibility";
import { applyResponse } from "@/lib/mirror/apply/apply-response";
import { db } from "@/lib/platform/database/client";
import { showDone } from "@/lib/sync/fetch-queue/apply-or-enqueue";
import { createOnce } from "@/lib/tracking-client/idempotent-create";
import { clientForUser } from "@/lib/tracking-client/open-client";
import { eachPage } from "@/lib/tracking-client/pagination";

const nameOf = ({ attributes }: JsonApiRecord) => String(attributes?.company_name ?? "");

/**
 * Creates a party of the account and returns its id. Throws the error of the service (blank name, name already exists).
 */
export async function createParty(companyName: string): Promise<{ id: string; visibility: Visibility }> {
  const by = await requireSession("dispatch");
  const body = createPartySchema.parse({
    data: { type: "party", attributes: { company_name: companyName } },
  });
  const client = clientForUser();
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
  const shown = await showDone(() => applyResponse(db(), document, sentAt), { type: "party", id });
  return { id, visibility: shown };
}
