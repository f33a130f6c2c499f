import type { EventName } from "@/lib/contract/events";
import { humanise } from "@/lib/domain/container/container-status";

/** The trade label of every cataloged event (supplement.md, Full event catalogue). */
export const EVENT_LABELS: Record<EventName, string> = {
  "tracking_request.succeeded": "Tracking started",
  "tracking_request.failed": "Tracking failed",
  "tracking_request.awaiting_manifest": "Waiting for the line's manifest",
  "tracking_request.tracking_stopped": "Tracking stopped",
  "container.transport.empty_out": "Empty out",
  "container.transport.full_in": "Full in",
  "container.transport.vessel_loaded": "Vessel loaded",
  "container.transport.vessel_departed": "Vessel departed",
  "container.transport.transshipment_arrived": "Transshipment arrived",
  "container.transport.transshipment_discharged": "Transshipment discharged",
  "container.transport.transshipment_loaded": "Transshipment loaded",
  "container.transport.transshipment_departed": "Transshipment departed",
  "container.transport.feeder_arrived": "Feeder arrived",
  "container.transport.feeder_discharged": "Feeder discharged",
  "container.transport.feeder_loaded": "Feeder loaded",
  "container.transport.feeder_departed": "Feeder departed",
  "container.transport.vessel_arrived": "Vessel arrived",
  "container.transport.vessel_berthed": "Vessel berthed",
  "container.transport.vessel_discharged": "Discharged",
  "container.transport.available": "Available",
  "container.transport.not_available": "Not available",
  "container.transport.rail_loaded": "Rail loaded",
  "container.transport.rail_departed": "Rail departed",
  "container.transport.rail_arrived": "Rail arrived",
  "container.transport.rail_unloaded": "Rail unloaded",
  "container.transport.arrived_at_inland_destination": "Arrived at inland destination",
  "container.transport.full_out": "Gate out (full)",
  "container.transport.delivered": "Delivered",
  "container.transport.empty_in": "Empty returned",
  "container.transport.estimated.vessel_departed": "Vessel departure estimated",
  "container.transport.estimated.vessel_arrived": "Vessel arrival estimated",
  "container.transport.estimated.arrived_at_inland_destination": "Inland arrival estimated",
  "shipment.estimated.arrival": "ETA changed",
  "container.created": "Container added",
  "container.updated": "Terminal data changed",
  "container.pod_terminal_changed": "Terminal changed",
  "container.pickup_lfd.changed": "Last free day changed",
  "container.pickup_lfd_line.changed": "Line LFD changed",
  "container.pickup_lfd_terminal.changed": "Terminal deadline changed",
  "container.pickup_lfd_rail.changed": "Rail deadline changed",
  "container.pickup_appointment.changed": "Appointment changed",
  "document.extracted": "Document read",
  "document.extraction_failed": "Document couldn't be read",
};

/** The label of an event. An undocumented event is shown as its name without the prefix, made readable. */
export function eventLabel(event: string): string {
  const known = Object.entries(EVENT_LABELS).find(([name]) => name === event);
  return known?.[1] ?? humanise(event.replace(/^container\.(transport\.)?/, ""));
}
