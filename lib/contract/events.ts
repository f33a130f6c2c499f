/** All events that a webhook can subscribe to (supplement.md, Full event catalogue). */
export const EVENTS = [
  "tracking_request.succeeded",
  "tracking_request.failed",
  "tracking_request.awaiting_manifest",
  "tracking_request.tracking_stopped",
  "container.transport.empty_out",
  "container.transport.full_in",
  "container.transport.vessel_loaded",
  "container.transport.vessel_departed",
  "container.transport.transshipment_arrived",
  "container.transport.transshipment_discharged",
  "container.transport.transshipment_loaded",
  "container.transport.transshipment_departed",
  "container.transport.feeder_arrived",
  "container.transport.feeder_discharged",
  "container.transport.feeder_loaded",
  "container.transport.feeder_departed",
  "container.transport.vessel_arrived",
  "container.transport.vessel_berthed",
  "container.transport.vessel_discharged",
  "container.transport.available",
  "container.transport.not_available",
  "container.transport.rail_loaded",
  "container.transport.rail_departed",
  "container.transport.rail_arrived",
  "container.transport.rail_unloaded",
  "container.transport.arrived_at_inland_destination",
  "container.transport.full_out",
  "container.transport.delivered",
  "container.transport.empty_in",
  "container.transport.estimated.vessel_departed",
  "container.transport.estimated.vessel_arrived",
  "container.transport.estimated.arrived_at_inland_destination",
  "shipment.estimated.arrival",
  "container.created",
  "container.updated",
  "container.pod_terminal_changed",
  "container.pickup_lfd.changed",
  "container.pickup_lfd_line.changed",
  "container.pickup_lfd_terminal.changed",
  "container.pickup_lfd_rail.changed",
  "container.pickup_appointment.changed",
  "document.extracted",
  "document.extraction_failed",
] as const;
export type EventName = (typeof EVENTS)[number];

/**
 * Events that a webhook can subscribe to and our service never sends: what they contain is not documented
 * (supplement-2.md, 7. Further names).
 */
export const FURTHER_EVENTS = ["link.created"] as const;
export const SUBSCRIBABLE_EVENTS = [...EVENTS, ...FURTHER_EVENTS] as const;

/**
 * Events whose notification may omit the related records. The receiver must then fetch them (supplement.md, Webhook
 * deliveries).
 */
export const MINIMAL_BODY_EVENTS: readonly EventName[] = [
  "container.transport.available",
  "container.transport.not_available",
  "container.transport.delivered",
  "container.transport.estimated.vessel_departed",
  "container.transport.estimated.vessel_arrived",
  "container.transport.estimated.arrived_at_inland_destination",
  "container.pickup_lfd_terminal.changed",
  "container.pickup_lfd_rail.changed",
  "container.pickup_appointment.changed",
];

/**
 * Minimal events whose reference object is delivered without relationships (supplement-2.md, 7. Little or nothing). That of
 * an inland estimate has them: its container is not known otherwise.
 */
export const UNRELATED_BODY_EVENTS: readonly EventName[] = [
  "container.transport.estimated.vessel_departed",
  "container.transport.estimated.vessel_arrived",
  "container.pickup_lfd_terminal.changed",
  "container.pickup_lfd_rail.changed",
  "container.pickup_appointment.changed",
];

/** Header with the hex HMAC-SHA256 of the raw body, keyed with the secret of the webhook. */
export const SIGNATURE_HEADER = "X-T49-Webhook-Signature";
