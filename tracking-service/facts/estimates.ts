import type { EventName } from "@/lib/contract/events";
import type { Place } from "./attributes";
import type { UnseenChanges } from "./changed-container";
import type { EventDraft } from "./record-events";

type Estimated = {
  event: EventName;
  was: string | null;
  is: string | null;
  timezone: string | null;
  locode: string | null;
  location: Place;
};

/**
 * Events about a changed expected departure or arrival of the vessel, one per container. The value is the new instant
 * in UTC (supplement.md, Full event catalogue: estimated.*).
 */
export function estimateDrafts({ before, after, dataSource }: UnseenChanges): EventDraft[] {
  const { shipment, shipmentPlaces } = after;
  const departure: Estimated = {
    event: "container.transport.estimated.vessel_departed",
    was: before.shipment.pol_etd_at,
    is: shipment.pol_atd_at ? null : shipment.pol_etd_at,
    timezone: shipment.pol_timezone,
    locode: shipment.port_of_lading_locode,
    location: shipmentPlaces.port_of_lading,
  };
  const arrival: Estimated = {
    event: "container.transport.estimated.vessel_arrived",
    was: before.shipment.pod_eta_at,
    is: shipment.pod_ata_at ? null : shipment.pod_eta_at,
    timezone: shipment.pod_timezone,
    locode: shipment.port_of_discharge_locode,
    location: shipmentPlaces.port_of_discharge,
  };
  return [departure, arrival].flatMap(({ event, was, is, timezone, locode, location }): EventDraft[] => {
    if (is === null || is === was) return [];
    return [
      {
        kind: "transport",
        event,
        milestone: false,
        identity: null,
        happenedAt: is,
        attributes: {
          timestamp: is,
          timezone,
          voyage_number: shipment.pod_voyage_number,
          location_locode: locode,
          data_source: dataSource,
          value: is,
        },
        places: { location, terminal: null, vessel: shipmentPlaces.pod_vessel },
      },
    ];
  });
}
