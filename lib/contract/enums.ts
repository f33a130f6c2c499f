/**
 * Enumeration values in the specification. Readers accept other values as text because enumerations grow. Our own
 * service writes only these values.
 */

/** supplement.md, Container `current_status`. */
export const CONTAINER_STATUSES = [
  "new",
  "on_ship",
  "grounded",
  "available",
  "not_available",
  "awaiting_inland_transfer",
  "on_rail",
  "off_dock",
  "picked_up",
  "delivered",
  "empty_returned",
] as const;
/** supplement-2.md, 7. Further names: statuses of the live service that our service never writes. */
export const FURTHER_STATUSES = ["dropped", "loaded"] as const;
export type ContainerStatus = (typeof CONTAINER_STATUSES)[number];

/** interface.md, container: hold object. Case-sensitive. */
export const HOLD_NAMES = ["freight", "customs", "USDA", "VACIS", "TMF", "other"] as const;
export type HoldName = (typeof HOLD_NAMES)[number];

export const HOLD_STATUSES = ["hold", "pending"] as const;

/** interface.md, container: fee object. */
export const FEE_TYPES = ["demurrage", "extended_dwell_time", "exam", "total", "other"] as const;
export type FeeType = (typeof FEE_TYPES)[number];

export const EQUIPMENT_TYPES = ["dry", "reefer", "open top", "flat rack", "bulk", "tank"] as const;

export const REQUEST_TYPES = ["container", "bill_of_lading", "booking_number"] as const;
export type RequestType = (typeof REQUEST_TYPES)[number];

/** interface.md, States: the values our service writes. The live service uses `created` in place of `succeeded`. */
export const TRACKING_REQUEST_STATUSES = [
  "pending",
  "awaiting_manifest",
  "succeeded",
  "failed",
  "tracking_stopped",
] as const;
/** The values that our service may write: `created` in place of `succeeded` with TRACKING_STATUS_WORDS=live. */
export const WRITTEN_REQUEST_STATUSES = [...TRACKING_REQUEST_STATUSES, "created"] as const;
export type TrackingRequestStatus = (typeof TRACKING_REQUEST_STATUSES)[number];

/** supplement.md, failed_reason. */
export const FAILED_REASONS = [
  "booking_cancelled",
  "duplicate",
  "expired",
  "internal_processing_error",
  "invalid_number",
  "not_found",
  "retries_exhausted",
  "shipping_line_unreachable",
  "unrecognized_response",
  "data_unavailable",
  "awaiting_manifest",
  "scac_auto_detect_failed",
] as const;
export type FailedReason = (typeof FAILED_REASONS)[number];

/** interface.md, shipment: line_tracking_stopped_reason. */
export const TRACKING_STOPPED_REASONS = [
  "all_containers_terminated",
  "past_arrival_window",
  "past_full_out_window",
  "no_updates_at_line",
  "cancelled_by_user",
  "booking_cancelled",
  // supplement-2.md, 7. Further names. Our service never writes it.
  "account_closed",
] as const;

/** interface.md, party_role: the only role a container accepts. */
export const PICKUP_DRAY_CARRIER = "pickup_dray_carrier";

/** supplement.md, Party roles: the shipment roles of the live service. Our service accepts only the first. */
export const SHIPMENT_ROLES = [
  PICKUP_DRAY_CARRIER,
  "customer",
  "shipper",
  "consignee",
  "notify_party",
  "freight_forwarder",
  "customs_broker",
] as const;
export type ShipmentRole = (typeof SHIPMENT_ROLES)[number];

export const DATA_SOURCES = ["shipping_line", "terminal", "rail", "ais"] as const;
/** supplement-2.md, 7. container_pod_terminal_changed_event. */
export const TERMINAL_CHANGE_SOURCES = ["shipping_line", "terminal", "pierpass"] as const;

/** supplement.md, GET /search: the types of search hits. A cargo is a container. */
export const SEARCH_ENTITIES = ["shipment", "cargo", "tracking_request"] as const;

/** supplement-2.md, 7. Raw names: what a raw event can be called. The line may report others, which have no name. */
export const RAW_EVENTS = [
  "empty_out",
  "full_in",
  "positioned_in",
  "positioned_out",
  "vessel_loaded",
  "vessel_departed",
  "vessel_arrived",
  "vessel_discharged",
  "transshipment_arrived",
  "transshipment_discharged",
  "transshipment_loaded",
  "transshipment_departed",
  "feeder_arrived",
  "feeder_discharged",
  "feeder_loaded",
  "feeder_departed",
  "rail_loaded",
  "rail_departed",
  "rail_arrived",
  "rail_unloaded",
  "arrived_at_destination",
  "delivered",
  "full_out",
  "empty_in",
  "vgm_received",
  "carrier_release",
  "customs_release",
  "available",
] as const;
