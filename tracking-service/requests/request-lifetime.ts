import type { FailedReason, RequestType, TrackingRequestStatus } from "@/lib/contract/enums";
import { DAY_MS } from "@/tracking-service/clock/instant";
import type { CarrierResponse, Trouble } from "@/tracking-service/sources/source";

/** Maximum number of consecutive failed attempts before the request fails (supplement.md, Tracking request life). */
export const MAX_ATTEMPTS = 14;
/** Doubled with each attempt: the 13 pauses between 14 attempts add up to one day. */
const FIRST_PAUSE_MS = DAY_MS / (2 ** (MAX_ATTEMPTS - 1) - 1);
/** How long a BOL or booking may stay unknown or unmanifested. */
export const AWAITED_FOR_MS = 7 * DAY_MS;

/** The pause after this many consecutive failed attempts, in milliseconds. */
export const retryPauseMs = (failedAttempts: number) =>
  Math.round(FIRST_PAUSE_MS * 2 ** (failedAttempts - 1));

/** The state of an open request. */
export type RequestState = {
  requestType: RequestType;
  status: TrackingRequestStatus;
  failedAttempts: number;
  awaitingSince: Date | null;
};

/** The next step of an open request after a response without a shipment. */
export type Step =
  | { to: "failed"; reason: FailedReason }
  /** The state stays the same. The request is retried because of a failure. */
  | { to: "retrying"; reason: Trouble; failedAttempts: number; retryAt: Date }
  | { to: "awaiting_manifest"; since: Date; retryAt: Date };

const later = (now: Date, ms: number) => new Date(now.getTime() + ms);

function afterFailure(failure: Trouble, failedAttempts: number, now: Date): Step {
  if (failedAttempts < MAX_ATTEMPTS) {
    const askAgainAt = later(now, retryPauseMs(failedAttempts));
    return { to: "retrying", reason: failure, failedAttempts, retryAt: askAgainAt };
  }
  const unreachable = failure === "shipping_line_unreachable";
  return { to: "failed", reason: unreachable ? failure : "retries_exhausted" };
}

/**
 * The life of a request (supplement.md, Tracking request life). Failures are retried with doubling pauses, 14 attempts
 * in a day. A container number that is not found fails at once. A BOL or booking that is not found or not manifested is
 * requested daily and fails after 7 days.
 */
export function stepAfter(
  response: Exclude<CarrierResponse, { kind: "found" }>,
  state: RequestState,
  now: Date,
): Step {
  if (response.kind === "failed") return { to: "failed", reason: response.reason };
  if (response.kind === "trouble") return afterFailure(response.reason, state.failedAttempts + 1, now);
  const unknown = response.kind === "not_found";
  if (unknown && state.requestType === "container") return { to: "failed", reason: "not_found" };
  const since = state.awaitingSince ?? now;
  const until = since.getTime() + AWAITED_FOR_MS;
  if (now.getTime() >= until) return { to: "failed", reason: unknown ? "not_found" : "expired" };
  const requested = response.retryAt ?? later(now, DAY_MS);
  return {
    to: "awaiting_manifest",
    since,
    retryAt: requested.getTime() > until ? new Date(until) : requested,
  };
}
