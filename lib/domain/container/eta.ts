import type { Moment } from "@/lib/domain/time/moment";
import type { Box } from "./container-facts";
import { destinationZone, fullOut, isInland, leftPort, moment, podZone, railUnloaded } from "./journey";
import { isDischarged } from "./pickup";

/** Where a box is expected next, or arrived last; `firstEta` is the first ETA ever reported. */
export type Arrival = {
  place: "port" | "inland";
  eta: Moment | null;
  firstEta: Moment | null;
  actual: Moment | null;
};

/**
 * The arrival a dispatcher plans by: at the port of discharge until the box is off the vessel, then, for an
 * inland move that has an inland ETA or left the port, at the inland place. There the rail carrier's word
 * (`ind_eta_at`) goes before the line's (`destination_eta_at`).
 */
export function arrival(box: Box): Arrival {
  return isInland(box) && (leftPort(box) || (isDischarged(box) && inlandEta(box)))
    ? inlandArrival(box)
    : portArrival(box);
}

function inlandEta(box: Box): Moment | null {
  const shipment = box.shipment?.attributes;
  return (
    moment(box.attributes.ind_eta_at, destinationZone(box)) ??
    moment(shipment?.destination_eta_at, shipment?.destination_timezone ?? null)
  );
}

function inlandArrival(box: Box): Arrival {
  const shipment = box.shipment?.attributes;
  const lineZone = shipment?.destination_timezone ?? null;
  return {
    place: "inland",
    eta: inlandEta(box),
    firstEta: moment(shipment?.destination_original_eta_at, lineZone),
    actual:
      moment(box.attributes.ind_ata_at, destinationZone(box)) ??
      moment(shipment?.destination_ata_at, lineZone) ??
      railUnloaded(box) ??
      fullOut(box),
  };
}

function portArrival(box: Box): Arrival {
  const shipment = box.shipment?.attributes;
  const lineZone = shipment?.pod_timezone ?? podZone(box);
  return {
    place: "port",
    eta: moment(shipment?.pod_eta_at, lineZone),
    firstEta: moment(shipment?.pod_original_eta_at, lineZone),
    actual:
      moment(box.attributes.pod_arrived_at, podZone(box)) ??
      moment(shipment?.pod_ata_at, lineZone) ??
      moment(box.attributes.pod_discharged_at, podZone(box)),
  };
}
