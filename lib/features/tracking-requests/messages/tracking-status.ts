import type {
  FailedReason,
  RequestType,
  TRACKING_STOPPED_REASONS,
  TrackingRequestStatus,
} from "@/lib/contract/enums";
import { humanise } from "@/lib/domain/container/container-status";

/** The description of a status or reason and the advice. `advice` is null when no action is needed. */
export type TrackingText = { what: string; advice: string | null };

type StoppedReason = (typeof TRACKING_STOPPED_REASONS)[number];

export const REQUEST_TYPE_LABELS: Record<RequestType, string> = {
  container: "Container",
  bill_of_lading: "Bill of lading",
  booking_number: "Booking",
};

const STATUS_LABELS: Record<TrackingRequestStatus, TrackingText> = {
  pending: { what: "Waiting for the line", advice: null },
  awaiting_manifest: {
    what: "Awaiting manifest",
    advice: "The line has no record yet. Retried daily for up to 7 days.",
  },
  succeeded: { what: "Tracking", advice: null },
  failed: { what: "Failed", advice: "See the reason, then track the number again." },
  tracking_stopped: { what: "Tracking stopped", advice: "Track the number again to continue." },
};

const FAILED_LABELS: Record<FailedReason, TrackingText> = {
  booking_cancelled: {
    what: "Booking canceled at the line",
    advice: "Get the new booking from the line or forwarder, then track it.",
  },
  duplicate: {
    what: "This number is already tracked",
    advice: "Search for the number to open its shipment.",
  },
  expired: {
    what: "No manifest from the line in time",
    advice: "Check the number with the line, then track it again.",
  },
  internal_processing_error: {
    what: "The tracking service failed to process it",
    advice: "Track it again. If it fails again, contact the service's support.",
  },
  invalid_number: {
    what: "Number rejected by the line as invalid",
    advice: "Check the number and its type, then track it again.",
  },
  not_found: {
    what: "Number not found at the line",
    advice: "Check number, type and shipping line. New bookings can take a day to appear.",
  },
  retries_exhausted: {
    what: "No usable response from the line for a day",
    advice: "Check the line's website, then track it again.",
  },
  shipping_line_unreachable: { what: "The line's system is down", advice: "Track it again later." },
  unrecognized_response: {
    what: "Unreadable response from the line",
    advice: "Track it again later. If it fails again, contact the service's support.",
  },
  data_unavailable: {
    what: "No data from the line for this number",
    advice: "Try the BOL, booking or container number instead.",
  },
  awaiting_manifest: {
    what: "Not manifested by the line",
    advice: "Track it again once the line confirms the shipment.",
  },
  scac_auto_detect_failed: {
    what: "Shipping line not detected",
    advice: "Select the shipping line, then track it again.",
  },
};

const STOPPED_LABELS: Record<StoppedReason, TrackingText> = {
  all_containers_terminated: { what: "All empties returned", advice: null },
  past_arrival_window: {
    what: "Arrived too long ago",
    advice: "Resume tracking if the shipment is still in progress.",
  },
  past_full_out_window: {
    what: "Picked up too long ago",
    advice: "Check that the empty was returned.",
  },
  no_updates_at_line: {
    what: "No updates from the line for a long time",
    advice: "Check with the line, then resume tracking.",
  },
  cancelled_by_user: { what: "Stopped by a user", advice: "Resume tracking to continue." },
  booking_cancelled: {
    what: "Booking canceled at the line",
    advice: "Track the new booking.",
  },
  account_closed: {
    what: "Account closed at the tracking service",
    advice: "Contact the service's support.",
  },
};

function lookUp(table: Record<string, TrackingText>, value: string): TrackingText {
  const known = Object.hasOwn(table, value) ? table[value] : undefined;
  return known ?? { what: humanise(value), advice: null };
}

/**
 * Returns the message for the status of a tracking request (supplement.md, tracking_request). The live status `created`
 * is read as `succeeded`.
 */
export function requestStatusText(status: string): TrackingText {
  return lookUp(STATUS_LABELS, status === "created" ? "succeeded" : status);
}

/** Returns the message for the reason that a tracking request failed (supplement.md, failed_reason). */
export function failedReasonText(reason: string): TrackingText {
  return lookUp(FAILED_LABELS, reason);
}

/**
 * Returns the message for the reason that tracking at the line stopped (interface.md, line_tracking_stopped_reason).
 */
export function stoppedReasonText(reason: string): TrackingText {
  return lookUp(STOPPED_LABELS, reason);
}
