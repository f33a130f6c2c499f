import { requireSession } from "@/lib/auth/sign-in/current-session";
import type { Shown } from "@/lib/domain/visibility";
import { kindOfWord } from "@/lib/features/tracking-requests/list-import/rules/headings";
import { findTrackingRequest } from "@/lib/features/tracking-requests/queries/tracking-requests";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import { track } from "./track";

/**
 * Repeats a tracking request with all its data. Returns its number and when the result shows. Throws
 * `changed_meanwhile` when it was already repeated or is in progress, `bad_input` when the request has no number or
 * type, and the error of the service.
 */
export async function trackAgain(requestId: string): Promise<{ number: string; shown: Shown }> {
  await requireSession("dispatch");
  const request = await findTrackingRequest(db(), requestId);
  if (!request) throw new AppError("not_found", "This request was not found.");
  const { attributes, askedAgain, customerPartyId } = request;
  const { request_number: number, request_type, scac, ref_numbers, shipment_tags, status } = attributes;
  const type = kindOfWord(request_type ?? "");
  if (askedAgain) throw new AppError("changed_meanwhile", "This number was already requested again.");
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
  return { number, shown };
}
