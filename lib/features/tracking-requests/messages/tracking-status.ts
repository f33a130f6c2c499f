import type {
  FailedReason,
  RequestType,
  TRACKING_STOPPED_REASONS,
  TrackingRequestStatus,
} from "@/lib/contract/enums";
import { humanise } from "@/lib/domain/container/container-status";

/** The description of a status or reason and the advice. `advice` is null when no action is needed. */
export type TrackingWords = { what: string; advice: string | null };

type StoppedReason = (typeof TRACKING_STOPPED_REASONS)[number];

export const REQUEST_TYPE_LABELS: Record<RequestType, string> = {
  container: "Container",
  bill_of_lading: "Bill of lading",
  booking_number: "Booking",
};

const STATUS_WORDS: Record<TrackingRequestStatus, TrackingWords> = {
  pending: { what: "Asking the line", advice: null },
  awaiting_manifest: {
    what: "Waiting for the line's manifest",
    advice: "The line has no record yet. It is asked again daily, for up to 7 days.",
  },
  succeeded: { what: "Tracking", advice: null },
  failed: { what: "Failed", advice: "See the reason, then track the number again." },
  tracking_stopped: { what: "Tracking stopped", advice: "Track the number again to go on." },
};

const FAILED_WORDS: Record<FailedReason, TrackingWords> = {
  booking_cancelled: {
    what: "The booking was cancelled at the line",
    advice: "Ask the line or forwarder for the new booking and track that.",
  },
  duplicate: {
    what: "This number is already tracked",
    advice: "Search for the number to open its shipment.",
  },
  expired: {
    what: "The line did not manifest it in time",
    advice: "Check the number with the line, then track it again.",
  },
  internal_processing_error: {
    what: "The tracking service failed to process it",
    advice: "Track it again; if it fails again, tell the service's support.",
  },
  invalid_number: {
    what: "The line says the number is not valid",
    advice: "Check the number for typing errors and its type, then track it again.",
  },
  not_found: {
    what: "Number not found at the line",
    advice: "Check number, type and carrier. A fresh booking may need a day at the line.",
  },
  retries_exhausted: {
    what: "The line gave no usable answer for a day",
    advice: "Look at the line's own site, then track it again.",
  },
  shipping_line_unreachable: { what: "The line's system is down", advice: "Track it again later." },
  unrecognized_response: {
    what: "The line answered in a way the service cannot read",
    advice: "Track it again later; if it fails again, tell the service's support.",
  },
  data_unavailable: {
    what: "The line gives no data for this number",
    advice: "Try the BOL, booking or container number instead.",
  },
  awaiting_manifest: {
    what: "The line has not manifested it",
    advice: "Track it again once the line confirms the shipment.",
  },
  scac_auto_detect_failed: {
    what: "The carrier could not be detected",
    advice: "Choose the carrier yourself and track it again.",
  },
};

const STOPPED_WORDS: Record<StoppedReason, TrackingWords> = {
  all_containers_terminated: { what: "Every container's empty is returned", advice: null },
  past_arrival_window: {
    what: "Arrived too long ago",
    advice: "Resume tracking if the shipment is still under way.",
  },
  past_full_out_window: {
    what: "Picked up too long ago",
    advice: "Check that the empty was returned.",
  },
  no_updates_at_line: {
    what: "The line sent no update for a long time",
    advice: "Ask the line, then resume tracking.",
  },
  cancelled_by_user: { what: "Stopped by hand", advice: "Resume tracking to go on." },
  booking_cancelled: {
    what: "The booking was cancelled at the line",
    advice: "Track the new booking.",
  },
};

function lookUp(table: Record<string, TrackingWords>, value: string): TrackingWords {
  const known = Object.hasOwn(table, value) ? table[value] : undefined;
  return known ?? { what: humanise(value), advice: null };
}

/**
 * Returns the message for the status of a tracking request (supplement.md, tracking_request). The live status `created`
 * is read as `succeeded`.
 */
export function requestStatusWords(status: string): TrackingWords {
  return lookUp(STATUS_WORDS, status === "created" ? "succeeded" : status);
}

/** Returns the message for the reason that a tracking request failed (supplement.md, failed_reason). */
export function failedReasonWords(reason: string): TrackingWords {
  return lookUp(FAILED_WORDS, reason);
}

/**
 * Returns the message for the reason that tracking at the line stopped (interface.md, line_tracking_stopped_reason).
 */
export function stoppedReasonWords(reason: string): TrackingWords {
  return lookUp(STOPPED_WORDS, reason);
}
