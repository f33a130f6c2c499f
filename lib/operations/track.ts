import { requireSession } from "@/lib/auth/session";
import type { RequestType } from "@/lib/contract/enumerations";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import { type CreateTrackingRequest, createTrackingRequestSchema } from "@/lib/contract/requests";
import { db } from "@/lib/db/client";
import { applyAnswer } from "@/lib/mirror/apply-answer";
import { clientForPerson } from "@/lib/tracking/account";
import { createOnce } from "@/lib/tracking/create-once";
import { type Shown, showDone } from "./show-done";

/** A request that was made this long ago, by the service's clock, may be the one whose answer did not come. */
const OLDEST_OWN_MS = 15 * 60_000;

const createdAt = ({ attributes }: JsonApiRecord) => Date.parse(String(attributes?.created_at));

export type TrackingAsk = {
  number: string;
  type: RequestType;
  /** The carrier's SCAC; null to let the service find it out. */
  scac: string | null;
  references: string[];
  customerPartyId: string | null;
};

/** Asks the service to track one number. Throws the service's own refusal (422). */
export async function track(ask: TrackingAsk): Promise<Shown> {
  await requireSession();
  const body: CreateTrackingRequest = createTrackingRequestSchema.parse({
    data: {
      type: "tracking_request",
      attributes: {
        request_number: ask.number,
        request_type: ask.type,
        ...(ask.scac ? { scac: ask.scac } : { auto_detect_vocc_scac: true }),
        ...(ask.references.length ? { ref_numbers: ask.references } : {}),
      },
      ...(ask.customerPartyId
        ? { relationships: { customer: { data: { type: "party", id: ask.customerPartyId } } } }
        : {}),
    },
  });
  const client = clientForPerson();
  const since = Date.now() - OLDEST_OWN_MS;
  const { document, sentAt } = await createOnce(client, "tracking_requests", body, async () => {
    const { document: list } = await client.getPage("tracking_requests", {
      "filter[request_number]": ask.number,
      "page[size]": 5,
    });
    return list.data.find((record) => createdAt(record) >= since) ?? null;
  });
  return showDone(() => applyAnswer(db(), document, sentAt), {
    type: "tracking_request",
    id: document.data.id,
  });
}
