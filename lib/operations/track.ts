import { requireSession } from "@/lib/auth/session";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import { db } from "@/lib/db/client";
import { normalizeNumber } from "@/lib/dispatch/container-number";
import type { NumberAsk } from "@/lib/dispatch/list-rows";
import { applyAnswer } from "@/lib/mirror/apply-answer";
import { listRequestIds } from "@/lib/mirror/known-numbers";
import { clientForPerson } from "@/lib/tracking/account";
import { createOnce } from "@/lib/tracking/create-once";
import { recordDone } from "./record-done";
import { type Shown, showDone } from "./show-done";
import { trackingBody } from "./tracking-body";

/** A request that was made this long ago, by the service's clock, may be the one whose answer did not come. */
const OLDEST_OWN_MS = 15 * 60_000;

const createdAt = ({ attributes }: JsonApiRecord) => Date.parse(String(attributes?.created_at));

/**
 * Asks the service to track one number. Where the answer did not come, one that the desk did not know before counts as the
 * request that was made. Throws the service's own refusal (422).
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
  await recordDone(by, { action: "asked to track a number", record, detail });
  return showDone(() => applyAnswer(db(), document, sentAt), record);
}
