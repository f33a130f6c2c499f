import { recordDone } from "@/lib/auth/audit/record-outcome";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { normalizeNumber } from "@/lib/contract/container-number";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import { type CreateTrackingRequest, createTrackingRequestSchema } from "@/lib/contract/request-bodies";
import type { Visibility } from "@/lib/domain/visibility";
import { kindOfWord } from "@/lib/features/tracking-requests/list-import/rules/headings";
import type { NumberInput } from "@/lib/features/tracking-requests/list-import/rules/rows";
import { listRequestIds } from "@/lib/features/tracking-requests/queries/tracked-numbers";
import { findTrackingRequest } from "@/lib/features/tracking-requests/queries/tracking-requests";
import { applyResponse } from "@/lib/mirror/apply/apply-response";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import { showDone } from "@/lib/sync/fetch-queue/apply-or-enqueue";
import { createOnce } from "@/lib/tracking-client/idempotent-create";
import { clientForUser } from "@/lib/tracking-client/open-client";

/** Maximum age, by the time of the service, of a request that may belong to a lost response. */
const OLDEST_OWN_MS = 15 * 60_000;

const createdAt = ({ attributes }: JsonApiRecord) => Date.parse(String(attributes?.created_at));

/**
 * Sends the tracking request of one number. If the response is lost, a request that Drayboard did not know before
 * counts as the created one. Throws the error of the service (422).
 */
export async function track(send: NumberInput): Promise<Visibility> {
  const by = await requireSession("dispatch");
  const client = clientForUser();
  const key = normalizeNumber(send.number);
  const seen = (await listRequestIds(db(), [key])).get(key) ?? [];
  const since = Date.now() - OLDEST_OWN_MS;
  const { document, sentAt } = await createOnce(client, "tracking_requests", trackingBody(send), async () => {
    const { document: list } = await client.getPage("tracking_requests", {
      "filter[request_number]": send.number,
      "page[size]": 5,
    });
    return list.data.find((record) => !seen.includes(record.id) && createdAt(record) >= since) ?? null;
  });
  const record = { type: "tracking_request" as const, id: document.data.id };
  const detail = [send.type, send.number, send.scac].filter(Boolean).join(" ");
  await recordDone(by, { action: "requested tracking", record, detail });
  return showDone(() => applyResponse(db(), document, sentAt), record);
}

/** Builds the request body to track a number. Without a SCAC the service detects the line. */
export function trackingBody(send: NumberInput): CreateTrackingRequest {
  return createTrackingRequestSchema.parse({
    data: {
      type: "tracking_request",
      attributes: {
        request_number: send.number,
        request_type: send.type,
        scac: send.scac || undefined,
        auto_detect_vocc_scac: send.scac ? undefined : true,
        ref_numbers: send.references.length ? send.references : undefined,
        shipment_tags: send.tags.length ? send.tags : undefined,
      },
      relationships: send.customerPartyId
        ? { customer: { data: { type: "party", id: send.customerPartyId } } }
        : undefined,
    },
  });
}

/**
 * Repeats a tracking request with all its data. Returns its number and when the result shows. Throws
 * `changed_meanwhile` when it was already repeated or is in progress, `bad_input` when the request has no number or
 * type, and the error of the service.
 */
export async function trackAgain(requestId: string): Promise<{ number: string; visibility: Visibility }> {
  await requireSession("dispatch");
  const request = await findTrackingRequest(db(), requestId);
  if (!request) throw new AppError("not_found", "This request was not found.");
  const { attributes, requestedAgain, customerPartyId } = request;
  const { request_number: number, request_type, scac, ref_numbers, shipment_tags, status } = attributes;
  const type = kindOfWord(request_type ?? "");
  if (requestedAgain) throw new AppError("changed_meanwhile", "This number was already requested again.");
  if (status !== "failed" && status !== "tracking_stopped")
    throw new AppError("changed_meanwhile", "This request is still active. No retry needed.");
  if (!number || !type)
    throw new AppError("bad_input", "This request has no number or type. Enter the number again.");
  const shown = await track({
    number,
    type,
    scac: scac ?? null,
    references: ref_numbers ?? [],
    tags: shipment_tags ?? [],
    customerPartyId,
  });
  return { number, visibility: shown };
}
