import type { Container } from "@/lib/domain/container/container-facts";
import { destinationZone, moment, podZone } from "@/lib/domain/container/journey";
import type { Moment } from "@/lib/domain/time/moment";
import { daysBetween, knownZone, localDate } from "@/lib/domain/time/zoned-time";

/** The order of a journey, used for equal times and for the expected next steps. */
export const JOURNEY_STEPS = [
  "empty_out",
  "full_in",
  "vessel_loaded",
  "vessel_departed",
  "feeder_loaded",
  "feeder_departed",
  "feeder_arrived",
  "feeder_discharged",
  "transshipment_arrived",
  "transshipment_discharged",
  "transshipment_loaded",
  "transshipment_departed",
  "vessel_arrived",
  "vessel_berthed",
  "vessel_discharged",
  "rail_loaded",
  "rail_departed",
  "rail_arrived",
  "arrived_at_inland_destination",
  "rail_unloaded",
  "not_available",
  "available",
  "full_out",
  "delivered",
  "empty_in",
] as const;
export type JourneyStep = (typeof JOURNEY_STEPS)[number];

/**
 * When a step is or was planned, according to the estimates of the line and the rail carrier and the terminal's
 * appointment.
 */
export function plannedAt(step: JourneyStep, container: Container): Moment | null {
  const { attributes } = container;
  const shipment = container.shipment?.attributes;
  switch (step) {
    case "vessel_departed":
      return moment(shipment?.pol_etd_at, shipment?.pol_timezone ?? null);
    case "vessel_arrived":
      return moment(shipment?.pod_eta_at, shipment?.pod_timezone ?? podZone(container));
    case "arrived_at_inland_destination":
      return (
        moment(attributes.ind_eta_at, destinationZone(container)) ??
        moment(shipment?.destination_eta_at, shipment?.destination_timezone ?? null)
      );
    case "full_out":
      return moment(attributes.pickup_appointment_at, podZone(container));
    default:
      return null;
  }
}

/** The first time ever reported for a step, if the service stores it. */
function firstPromise(step: JourneyStep, container: Container): Moment | null {
  const shipment = container.shipment?.attributes;
  switch (step) {
    case "vessel_departed":
      return moment(shipment?.pol_original_etd_at, shipment?.pol_timezone ?? null);
    case "vessel_arrived":
      return moment(shipment?.pod_original_eta_at, shipment?.pod_timezone ?? podZone(container));
    case "arrived_at_inland_destination":
      return moment(shipment?.destination_original_eta_at, shipment?.destination_timezone ?? null);
    default:
      return null;
  }
}

/** "2d after first ETA", by calendar days at the place; "on first ETA" on the same day; null without a first ETA. */
export function delayText(step: JourneyStep, at: Moment | null, container: Container): string | null {
  const promise = firstPromise(step, container);
  if (!at || !promise) return null;
  const name = step === "vessel_departed" ? "first ETD" : "first ETA";
  const zone = knownZone(promise.zone);
  const days = daysBetween(localDate(promise.at, zone), localDate(at.at, zone));
  if (days === 0) return `on ${name}`;
  return `${Math.abs(days)}d ${days > 0 ? "after" : "before"} ${name}`;
}
