import type { FailedReason } from "@/lib/contract/enums";

/**
 * A step for an unsuccessful request. `again` repeats it, `amend` sends it with another number, type or line, `open`
 * shows what is tracked already.
 */
export type RequestStep = "again" | "amend" | "open";

const STEPS: Record<FailedReason, readonly RequestStep[]> = {
  booking_cancelled: ["amend"],
  duplicate: ["open"],
  expired: ["again", "amend"],
  internal_processing_error: ["again"],
  invalid_number: ["amend"],
  not_found: ["again", "amend"],
  retries_exhausted: ["again"],
  shipping_line_unreachable: ["again"],
  unrecognized_response: ["again"],
  data_unavailable: ["amend"],
  awaiting_manifest: ["again"],
  scac_auto_detect_failed: ["amend"],
};

/** Returns the useful steps, most likely first. Empty when the request was already repeated or is in progress. */
export function requestSteps({
  status,
  reason,
  requestedAgain,
}: {
  status: string | null;
  reason: string | null;
  requestedAgain: boolean;
}): readonly RequestStep[] {
  if (requestedAgain) return [];
  if (status === "tracking_stopped") return ["again"];
  if (status !== "failed") return [];
  const known = Object.entries(STEPS).find(([name]) => name === reason);
  return known ? known[1] : ["again", "amend"];
}
