import type { Moment } from "@/lib/domain/time/moment";
import type { Box, Facility } from "./container-facts";
import { knownStatus } from "./container-status";
import { destinationZone, emptyReturned, fullOut, isInland, leftPort, podZone } from "./journey";

export { emptyReturned, isInland, leftPort } from "./journey";

const GROUND = new Set(["grounded", "available", "not_available", "awaiting_inland_transfer"]);
const GONE = new Set(["picked_up", "delivered", "empty_returned"]);

/** When the box was pulled; null when it was not, or when only a status says so (see `isPickedUp`). */
export function pickedUp(box: Box): Moment | null {
  return fullOut(box);
}

/** Whether the box is gone from where it is pulled, by a milestone or by what the service reports. */
export function isPickedUp(box: Box): boolean {
  return fullOut(box) !== null || GONE.has(knownStatus(box));
}

/** Whether the empty box is back, by a milestone or by what the service reports. */
export function isEmptyReturned(box: Box): boolean {
  return emptyReturned(box) !== null || knownStatus(box) === "empty_returned";
}

/** On a terminal's or rail ramp's ground: discharged or rail-unloaded, and not moved on. */
export function onTerminalGround(box: Box): boolean {
  return !isPickedUp(box) && GROUND.has(knownStatus(box));
}

/** Whether the box has come off the vessel, by a milestone or by what the service reports. */
export function isDischarged(box: Box): boolean {
  const status = knownStatus(box);
  return Boolean(box.attributes.pod_discharged_at) || (status !== "new" && status !== "on_ship");
}

/** Where the box is or will be pulled: the inland facility once an inland move has left the port. */
export type PickupPlace = { inland: boolean; facility: Facility | null; zone: string | null };

export function pickupPlace(box: Box): PickupPlace {
  const { podTerminal, pickupFacility, destinationTerminal } = box;
  if (isInland(box) && leftPort(box)) {
    const inlandFacility = pickupFacility?.id === podTerminal?.id ? null : pickupFacility;
    return { inland: true, facility: inlandFacility ?? destinationTerminal, zone: destinationZone(box) };
  }
  const offDock = knownStatus(box) === "off_dock";
  const facility = offDock ? (pickupFacility ?? podTerminal) : (podTerminal ?? pickupFacility);
  return { inland: false, facility, zone: podZone(box) };
}

/** When the place the box stands at was last checked; at a rail ramp the rail carrier's check counts too. */
export function checkedAt(box: Box): string | null {
  const { terminal_checked_at: terminal, rail_last_tracking_request_at: rail } = box.attributes;
  if (!terminal || !rail || !pickupPlace(box).inland) return terminal ?? null;
  return Date.parse(rail) > Date.parse(terminal) ? rail : terminal;
}
