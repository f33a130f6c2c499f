import type { EventName } from "@/lib/contract/events";

/** Description of every event (interface.md, Events; supplement.md, Full event catalogue). */
export const EVENT_DESCRIPTIONS: Record<EventName, string> = {
  "tracking_request.succeeded": "The carrier knows the number; the shipment and its containers exist.",
  "tracking_request.failed":
    "The carrier could not be asked or does not know the number; failed_reason says why.",
  "tracking_request.awaiting_manifest":
    "The carrier has not manifested the shipment yet; the service goes on asking.",
  "tracking_request.tracking_stopped":
    "The shipment's tracking has ended; its line_tracking_stopped_reason says why.",
  "container.transport.empty_out": "The empty container was picked up at origin.",
  "container.transport.full_in": "The full container was gated in at origin.",
  "container.transport.vessel_loaded": "The container was loaded on the vessel at the port of lading.",
  "container.transport.vessel_departed": "The vessel departed from the port of lading.",
  "container.transport.transshipment_arrived": "The vessel arrived at a port of transshipment.",
  "container.transport.transshipment_discharged": "The container was discharged at a port of transshipment.",
  "container.transport.transshipment_loaded":
    "The container was loaded on its next vessel at a port of transshipment.",
  "container.transport.transshipment_departed": "The next vessel departed from a port of transshipment.",
  "container.transport.feeder_arrived": "A feeder vessel or barge with the container arrived.",
  "container.transport.feeder_discharged": "The container was discharged from a feeder vessel or barge.",
  "container.transport.feeder_loaded": "The container was loaded on a feeder vessel or barge.",
  "container.transport.feeder_departed": "A feeder vessel or barge with the container departed.",
  "container.transport.vessel_arrived": "The vessel arrived at the port of discharge.",
  "container.transport.vessel_berthed": "The vessel berthed at the port of discharge.",
  "container.transport.vessel_discharged": "The container was discharged at the port of discharge.",
  "container.transport.available": "The container became available for pickup.",
  "container.transport.not_available": "The container is no longer available for pickup.",
  "container.transport.rail_loaded": "The container was loaded on a rail car.",
  "container.transport.rail_departed": "The train with the container departed.",
  "container.transport.rail_arrived": "The train with the container arrived.",
  "container.transport.rail_unloaded": "The container was unloaded from its rail car.",
  "container.transport.arrived_at_inland_destination": "The container arrived at its inland destination.",
  "container.transport.full_out": "The full container was picked up.",
  "container.transport.delivered": "The container was marked as delivered.",
  "container.transport.empty_in": "The empty container was returned.",
  "container.transport.estimated.vessel_departed": "The vessel is expected to depart at another time.",
  "container.transport.estimated.vessel_arrived": "The vessel is expected to arrive at another time.",
  "container.transport.estimated.arrived_at_inland_destination":
    "The container is expected at its inland destination at another time.",
  "shipment.estimated.arrival":
    "The shipping line expects the shipment at the port of discharge at another time.",
  "container.created": "A container of a tracked shipment became known.",
  "container.updated":
    "What the terminal says has changed: fees, holds, last free day, appointment or availability. The changeset has each old value first, the new one second.",
  "container.pod_terminal_changed": "The container comes in at another terminal of the port of discharge.",
  "container.pickup_lfd.changed":
    "The last free day, taken from line, terminal and rail in this order, changed.",
  "container.pickup_lfd_line.changed": "The shipping line's last free day changed.",
  "container.pickup_lfd_terminal.changed": "The terminal's last free day changed.",
  "container.pickup_lfd_rail.changed":
    "The rail carrier's last free day changed. Needs rail LFD on the plan.",
  "container.pickup_appointment.changed": "The pickup appointment at the terminal changed.",
  "document.extracted": "A document was read; it is related to the shipments and containers it names.",
  "document.extraction_failed": "A document could not be read.",
};
