import type { UnseenChanges } from "./changed-container";
import type { EventDraft } from "./record-events";

/** shipment.estimated.arrival: the line expects the vessel at another time (supplement.md, estimated_event). */
export function shipmentChanges({ before, after }: UnseenChanges): EventDraft[] {
  const { pod_eta_at: eta, pod_ata_at: arrived } = after.shipment;
  if (!eta || arrived || eta === before.shipment.pod_eta_at) return [];
  return [
    {
      kind: "change",
      event: "shipment.estimated.arrival",
      type: "estimated_event",
      attributes: {
        event: "shipment.estimated.arrival",
        estimated_timestamp: eta,
        timezone: after.shipment.pod_timezone,
        voyage_number: after.shipment.pod_voyage_number,
        location_locode: after.shipment.port_of_discharge_locode,
        data_source: "shipping_line",
      },
      places: { port: after.shipmentPlaces.port_of_discharge, vessel: after.shipmentPlaces.pod_vessel },
    },
  ];
}
