import type { FailedReason } from "@/lib/contract/enums";

/**
 * What can be done about a request that came to nothing: `again` asks for the same once more, `amend` asks with another
 * number, kind or line, `open` shows what is tracked instead.
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

/** The steps that help, the likeliest first; none where it was asked for again since, or goes on by itself. */
export function requestSteps({
  status,
  reason,
  askedAgain,
}: {
  status: string | null;
  reason: string | null;
  askedAgain: boolean;
}): readonly RequestStep[] {
  if (askedAgain) return [];
  if (status === "tracking_stopped") return ["again"];
  if (status !== "failed") return [];
  const known = Object.entries(STEPS).find(([name]) => name === reason);
  return known ? known[1] : ["again", "amend"];
}
