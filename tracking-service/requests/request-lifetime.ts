import type { FailedReason, RequestType, TrackingRequestStatus } from "@/lib/contract/enums";
import { DAY_MS } from "@/tracking-service/clock/instant";
import type { CarrierAnswer, Trouble } from "@/tracking-service/sources/source";

/** Maximum number of consecutive failed attempts before the request fails (supplement.md, Tracking request life). */
export const MAX_TRIES = 14;
/** Doubled with each attempt: the 13 pauses between 14 attempts add up to one day. */
const FIRST_PAUSE_MS = DAY_MS / (2 ** (MAX_TRIES - 1) - 1);
/** How long a BOL or booking may stay unknown or unmanifested. */
export const AWAITED_FOR_MS = 7 * DAY_MS;

/** The pause after this many consecutive failed attempts, in milliseconds. */
export const retryPauseMs = (troubledTries: number) => Math.round(FIRST_PAUSE_MS * 2 ** (troubledTries - 1));

/** The state of an open request. */
export type Standing = {
  requestType: RequestType;
  status: TrackingRequestStatus;
  troubledTries: number;
  awaitingSince: Date | null;
};

/** The next step of an open request after a response without a shipment. */
export type Step =
  | { to: "failed"; reason: FailedReason }
  /** The state stays the same. The request is retried because of a failure. */
  | { to: "retrying"; reason: Trouble; troubledTries: number; askAgainAt: Date }
  | { to: "awaiting_manifest"; since: Date; askAgainAt: Date };

const later = (now: Date, ms: number) => new Date(now.getTime() + ms);

function afterTrouble(trouble: Trouble, troubledTries: number, now: Date): Step {
  if (troubledTries < MAX_TRIES) {
    const askAgainAt = later(now, retryPauseMs(troubledTries));
    return { to: "retrying", reason: trouble, troubledTries, askAgainAt };
  }
  const unreachable = trouble === "shipping_line_unreachable";
  return { to: "failed", reason: unreachable ? trouble : "retries_exhausted" };
}

/**
 * The life of a request (supplement.md, Tracking request life). Failures are retried with doubling pauses, 14 attempts
 * in a day. A container number that is not found fails at once. A BOL or booking that is not found or not manifested is
 * requested daily and fails after 7 days.
 */
export function stepAfter(
  answer: Exclude<CarrierAnswer, { kind: "found" }>,
  standing: Standing,
  now: Date,
): Step {
  if (answer.kind === "failed") return { to: "failed", reason: answer.reason };
  if (answer.kind === "trouble") return afterTrouble(answer.reason, standing.troubledTries + 1, now);
  const unknown = answer.kind === "not_found";
  if (unknown && standing.requestType === "container") return { to: "failed", reason: "not_found" };
  const since = standing.awaitingSince ?? now;
  const until = since.getTime() + AWAITED_FOR_MS;
  if (now.getTime() >= until) return { to: "failed", reason: unknown ? "not_found" : "expired" };
  const asked = answer.askAgainAt ?? later(now, DAY_MS);
  return { to: "awaiting_manifest", since, askAgainAt: asked.getTime() > until ? new Date(until) : asked };
}
