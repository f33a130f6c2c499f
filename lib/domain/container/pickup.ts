import type { Moment } from "@/lib/domain/time/moment";
import type { Container, Facility, HoldPlace } from "./container-facts";
import { knownStatus } from "./container-status";
import { destinationZone, emptyReturned, fullOut, isInland, leftPort, podZone } from "./journey";

export { emptyReturned, isInland, leftPort } from "./journey";

const GROUND = new Set(["grounded", "available", "not_available", "awaiting_inland_transfer"]);
const GONE = new Set(["picked_up", "delivered", "empty_returned"]);

/** When the container was pulled; null if it was not, or if only a status shows it (see `isPickedUp`). */
export function pickedUp(container: Container): Moment | null {
  return fullOut(container);
}

/** Whether the container was pulled from its pickup place, according to a milestone or the reported status. */
export function isPickedUp(container: Container): boolean {
  return fullOut(container) !== null || GONE.has(knownStatus(container));
}

/** Whether the empty was returned, according to a milestone or the reported status. */
export function isEmptyReturned(container: Container): boolean {
  return emptyReturned(container) !== null || knownStatus(container) === "empty_returned";
}

/**
 * Whether the container is on the ground of a terminal or rail ramp: discharged or unloaded from rail, and not moved
 * on.
 */
export function onTerminalGround(container: Container): boolean {
  return !isPickedUp(container) && GROUND.has(knownStatus(container));
}

/** Whether the container is off the vessel, according to a milestone or the reported status. */
export function isDischarged(container: Container): boolean {
  const status = knownStatus(container);
  return Boolean(container.attributes.pod_discharged_at) || (status !== "new" && status !== "on_ship");
}

/** Where the container is or will be pulled: the inland facility once an inland move has left the port. */
export type PickupPlace = { inland: boolean; facility: Facility | null; zone: string | null };

export function pickupPlace(container: Container): PickupPlace {
  if (isInland(container) && leftPort(container))
    return { inland: true, facility: inlandFacility(container), zone: destinationZone(container) };
  return { inland: false, facility: portFacility(container), zone: podZone(container) };
}

/** The city of a place: its facility's, otherwise the name of the port or destination. Null if unknown. */
export function placeCity(container: Container, place: HoldPlace): string | null {
  const facility = place === "inland" ? inlandFacility(container) : portFacility(container);
  const shipment = container.shipment?.attributes;
  const name = place === "inland" ? shipment?.destination_name : shipment?.port_of_discharge_name;
  return facility?.attributes.city?.trim() || name?.trim() || null;
}

/** The city of the pickup place, like `placeCity`. */
export function pickupCity(container: Container): string | null {
  return placeCity(container, pickupPlace(container).inland ? "inland" : "port");
}

/** "1500 Terminal Way, San Pedro, CA 90731". Null when the service does not provide an address. */
export function facilityAddress(facility: Facility | null): string | null {
  if (!facility) return null;
  const { street, city, state, state_abbr: abbreviation, zip } = facility.attributes;
  const region = [abbreviation ?? state, zip].filter(Boolean).join(" ");
  return [street, city, region].filter(Boolean).join(", ") || null;
}

/** Where the container is pulled at the port: the terminal, or the off-dock yard that it was taken to. */
export function portFacility(container: Container): Facility | null {
  const { podTerminal, pickupFacility } = container;
  const offDock = knownStatus(container) === "off_dock";
  return offDock ? (pickupFacility ?? podTerminal) : (podTerminal ?? pickupFacility);
}

/** Where the container of an inland move is pulled at its destination. */
export function inlandFacility({
  podTerminal,
  pickupFacility,
  destinationTerminal,
}: Container): Facility | null {
  return (pickupFacility?.id === podTerminal?.id ? null : pickupFacility) ?? destinationTerminal;
}

/** When the container's current place was last checked. Past the port the rail carrier's check counts too. */
export function checkedAt(container: Container): string | null {
  const { terminal_checked_at: terminal, rail_last_tracking_request_at: rail } = container.attributes;
  if (!rail || !pickupPlace(container).inland) return terminal ?? null;
  return terminal && Date.parse(terminal) >= Date.parse(rail) ? terminal : rail;
}

/**
 * The place that the attributes named `…_at_pod_terminal` describe: the service reports those of a rail ramp under the
 * same names (docs/decisions/0072). They are the port's until a check after the arrival inland, and without a known
 * check until the container is off the train.
 */
export function terminalDataPlace(container: Container): HoldPlace {
  if (!pickupPlace(container).inland) return "port";
  const arrived = container.attributes.ind_ata_at ?? container.attributes.ind_rail_unloaded_at;
  if (!arrived) return "port";
  const checked = checkedAt(container);
  const isChecked = checked
    ? Date.parse(checked) >= Date.parse(arrived)
    : knownStatus(container) !== "on_rail";
  return isChecked ? "inland" : "port";
}

/** The spot at the pickup place. The port's no longer counts once the container left the port. */
export function yardSpot(container: Container): string | null {
  const isCurrent = (terminalDataPlace(container) === "inland") === pickupPlace(container).inland;
  return isCurrent ? (container.attributes.location_at_pod_terminal ?? null) : null;
}
