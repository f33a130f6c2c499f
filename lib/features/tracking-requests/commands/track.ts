import { recordDone } from "@/lib/auth/audit/record-outcome";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { normalizeNumber } from "@/lib/contract/container-number";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import type { Shown } from "@/lib/domain/visibility";
import type { NumberAsk } from "@/lib/features/tracking-requests/list-import/rules/rows";
import { listRequestIds } from "@/lib/features/tracking-requests/queries/tracked-numbers";
import { applyAnswer } from "@/lib/mirror/apply/apply-response";
import { db } from "@/lib/platform/database/client";
import { showDone } from "@/lib/sync/fetch-queue/apply-or-enqueue";
import { createOnce } from "@/lib/tracking-client/idempotent-create";
import { clientForPerson } from "@/lib/tracking-client/open-client";
import { trackingBody } from "./tracking-request-body";

/** Maximum age, by the time of the service, of a request that may belong to a lost response. */
const OLDEST_OWN_MS = 15 * 60_000;

const createdAt = ({ attributes }: JsonApiRecord) => Date.parse(String(attributes?.created_at));

/**
 * Sends the tracking request of one number. If the response is lost, a request that Drayboard did not know before
 * counts as the created one. Throws the error of the service (422).
 */
export async function track(ask: NumberAsk): Promise<Shown> {
  const by = await requireSession("dispatch");
  const client = clientForPerson();
  const key = normalizeNumber(ask.number);
  const seen = (await listRequestIds(db(), [key])).get(key) ?? [];
  const since = Date.now() - OLDEST_OWN_MS;
  const { document, sentAt } = await createOnce(client, "tracking_requests", trackingBody(ask), async () => {
    const { document: list } = await client.getPage("tracking_requests", {
      "filter[request_number]": ask.number,
      "page[size]": 5,
    });
    return list.data.find((record) => !seen.includes(record.id) && createdAt(record) >= since) ?? null;
  });
  const record = { type: "tracking_request" as const, id: document.data.id };
  const detail = [ask.type, ask.number, ask.scac].filter(Boolean).join(" ");
  await recordDone(by, { action: "requested tracking", record, detail });
  return showDone(() => applyAnswer(db(), document, sentAt), record);
}
