import { type EtaFacts, shipmentEta } from "@/lib/domain/milestones/eta-history";
import { dayOf } from "@/lib/domain/time/local-clock";
import type { Moment } from "@/lib/domain/time/moment";
import { daysBetween } from "@/lib/domain/time/zoned-time";
import type { Container } from "./container-facts";
import { destinationZone, fullOut, isInland, leftPort, moment, podZone, railUnloaded } from "./journey";
import { isDischarged } from "./pickup";

/** Where a container is expected next, or where it arrived last. `firstEta` is the first ETA ever reported. */
export type Arrival = {
  place: "port" | "inland";
  eta: Moment | null;
  firstEta: Moment | null;
  actual: Moment | null;
};

/**
 * The arrival used for planning: at the port of discharge until the container is off the vessel. Then at the inland
 * place, for an inland move that has an inland ETA or left the port. There the rail carrier's ETA (`ind_eta_at`) takes
 * precedence over the line's (`destination_eta_at`).
 */
export function arrival(container: Container): Arrival {
  return isInland(container) && (leftPort(container) || (isDischarged(container) && inlandEta(container)))
    ? inlandArrival(container)
    : portArrival(container);
}

/** By how many days the ETA at the place differs from the first one; negative: earlier. Null without either. */
export function etaChangeDays({ eta, firstEta }: Arrival): number | null {
  return eta && firstEta && daysBetween(dayOf(firstEta), dayOf(eta));
}

/** The facts of the ETA that `arrival` shows, for its history. Null without a shipment. */
export function arrivalEta(container: Container): EtaFacts | null {
  const shipment = container.shipment?.attributes;
  const { place, actual } = arrival(container);
  const rail = container.attributes.ind_eta_at;
  if (place === "inland" && rail) {
    const zone = destinationZone(container);
    return { place: "rail", eta: rail, first: null, actual: actual?.at ?? null, zone };
  }
  if (!shipment) return null;
  const facts = shipmentEta(shipment, place === "port" ? "port" : "destination");
  const zone = facts.zone ?? (place === "port" ? podZone(container) : destinationZone(container));
  return { ...facts, actual: actual?.at ?? null, zone };
}

function inlandEta(container: Container): Moment | null {
  const shipment = container.shipment?.attributes;
  return (
    moment(container.attributes.ind_eta_at, destinationZone(container)) ??
    moment(shipment?.destination_eta_at, shipment?.destination_timezone ?? null)
  );
}

function inlandArrival(container: Container): Arrival {
  const shipment = container.shipment?.attributes;
  const lineZone = shipment?.destination_timezone ?? null;
  return {
    place: "inland",
    eta: inlandEta(container),
    firstEta: moment(shipment?.destination_original_eta_at, lineZone),
    actual:
      moment(container.attributes.ind_ata_at, destinationZone(container)) ??
      moment(shipment?.destination_ata_at, lineZone) ??
      railUnloaded(container) ??
      fullOut(container),
  };
}

function portArrival(container: Container): Arrival {
  const shipment = container.shipment?.attributes;
  const lineZone = shipment?.pod_timezone ?? podZone(container);
  return {
    place: "port",
    eta: moment(shipment?.pod_eta_at, lineZone),
    firstEta: moment(shipment?.pod_original_eta_at, lineZone),
    actual:
      moment(container.attributes.pod_arrived_at, podZone(container)) ??
      moment(shipment?.pod_ata_at, lineZone) ??
      moment(container.attributes.pod_discharged_at, podZone(container)),
  };
}
