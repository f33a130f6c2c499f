import type { ContainerStatus } from "@/lib/contract/enums";
import type { Container } from "./container-facts";
import { discharged, emptyReturned, fullOut, isInland, leftPort, railUnloaded } from "./journey";

/** Container `current_status`, see supplement.md. */
export const STATUS_LABELS: Record<ContainerStatus, string> = {
  new: "No status",
  on_ship: "On ship",
  grounded: "At terminal",
  available: "Available",
  not_available: "Not available",
  awaiting_inland_transfer: "Awaiting inland transfer",
  on_rail: "On rail",
  off_dock: "Available at shipper's",
  picked_up: "Picked up",
  delivered: "Delivered",
  empty_returned: "Empty returned",
};

/** The position of each status in a journey. Alternating statuses share a step. */
const STEPS: Record<ContainerStatus, number> = {
  new: 0,
  on_ship: 1,
  grounded: 2,
  available: 2,
  not_available: 2,
  awaiting_inland_transfer: 2,
  off_dock: 2,
  on_rail: 3,
  picked_up: 5,
  delivered: 6,
  empty_returned: 7,
};
const INLAND_GROUND_STEP = 4;

export function isKnownStatus(value: string): value is ContainerStatus {
  return Object.hasOwn(STATUS_LABELS, value);
}

/** The label of a status. An undocumented status is shown as its own text, made readable. */
export function statusLabel(value: string): string {
  return isKnownStatus(value) ? STATUS_LABELS[value] : humanise(value);
}

/** "customs_exam_site" → "Customs exam site". */
export function humanise(value: string): string {
  const text = value.replace(/[_\s.]+/g, " ").trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The status proven by the milestones alone, as a value of the service. */
export function derivedStatus(container: Container): ContainerStatus {
  const { attributes } = container;
  if (emptyReturned(container)) return "empty_returned";
  if (attributes.delivered_at) return "delivered";
  if (fullOut(container)) return "picked_up";
  if (railUnloaded(container)) return "grounded";
  if (leftPort(container)) return "on_rail";
  if (discharged(container)) return isInland(container) ? "awaiting_inland_transfer" : "grounded";
  const sailed = attributes.pol_vessel_loaded_at || attributes.pol_vessel_departed_at;
  const arrived = attributes.pod_arrived_at || container.shipment?.attributes.pod_ata_at;
  return sailed || arrived || container.shipment?.attributes.pol_atd_at ? "on_ship" : "new";
}

function derivedStep(container: Container, derived: ContainerStatus): number {
  return derived === "grounded" && railUnloaded(container) ? INLAND_GROUND_STEP : STEPS[derived];
}

/** At an inland place a container may be on the ground before the unloading is reported. */
function reportedStep(container: Container, reported: ContainerStatus): number {
  const inlandReached = Boolean(container.attributes.ind_ata_at || railUnloaded(container));
  const onGround = STEPS[reported] === 2 && reported !== "awaiting_inland_transfer";
  return onGround && inlandReached ? INLAND_GROUND_STEP : STEPS[reported];
}

/**
 * The reported status, unless a later milestone contradicts it; derived from the milestones if no status is reported.
 * The value may be undocumented.
 */
export function currentStatus(container: Container): string {
  const reported = container.attributes.current_status?.trim();
  if (reported && !isKnownStatus(reported)) return reported;
  return knownStatus(container);
}

/** Like `currentStatus`, but derived from the milestones if the reported value is undocumented. */
export function knownStatus(container: Container): ContainerStatus {
  const derived = derivedStatus(container);
  const reported = container.attributes.current_status?.trim();
  if (!reported || !isKnownStatus(reported)) return derived;
  return derivedStep(container, derived) > reportedStep(container, reported) ? derived : reported;
}
