import { stableId } from "@/tracking-service/runtime/deterministic-uuid";
import type { JourneyPlan } from "@/tracking-service/sources/simulation/plan/plan";
import type { trackingRequests } from "@/tracking-service/store/schema";

/** The tracking request of a seeded or later shipment. */
export function requestRow(
  accountId: string,
  plan: JourneyPlan,
  at: Date,
): typeof trackingRequests.$inferInsert {
  const { voyage } = plan;
  const { seed } = plan.input;
  return {
    id: stableId(voyage.shipmentId, "tracking_request"),
    accountId,
    requestNumber: voyage.billOfLading,
    normalizedNumber: voyage.billOfLading,
    requestType: "bill_of_lading",
    scac: voyage.line.scac,
    autoDetectScac: false,
    refNumbers: voyage.refNumbers,
    shipmentTags: voyage.tags,
    customerId: voyage.customer ? stableId(seed, "party", voyage.customer) : null,
    shipmentId: voyage.shipmentId,
    status: "succeeded",
    createdAt: at,
    updatedAt: at,
  };
}
