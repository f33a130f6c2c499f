import { type CreateTrackingRequest, createTrackingRequestSchema } from "@/lib/contract/request-bodies";
import type { NumberAsk } from "@/lib/features/tracking-requests/list-import/rules/rows";

/** Builds the request body to track a number. Without a SCAC the service detects the line. */
export function trackingBody(ask: NumberAsk): CreateTrackingRequest {
  return createTrackingRequestSchema.parse({
    data: {
      type: "tracking_request",
      attributes: {
        request_number: ask.number,
        request_type: ask.type,
        ...(ask.scac ? { scac: ask.scac } : { auto_detect_vocc_scac: true }),
        ...(ask.references.length ? { ref_numbers: ask.references } : {}),
        ...(ask.tags.length ? { shipment_tags: ask.tags } : {}),
      },
      ...(ask.customerPartyId
        ? { relationships: { customer: { data: { type: "party", id: ask.customerPartyId } } } }
        : {}),
    },
  });
}
