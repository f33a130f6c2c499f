import type { Hold } from "@/lib/contract/container";
import type { HoldName } from "@/lib/contract/enums";
import type { Container } from "@/lib/domain/container/container-facts";
import { isInland, leftPort } from "@/lib/domain/container/journey";
import { isPickedUp } from "@/lib/domain/container/pickup";

/** The owner of a hold whose description alone says who resolves it. */
export const OWNER_IN_DESCRIPTION = "See description";

export const HOLD_OWNERS = [
  "customs broker",
  "line or forwarder",
  "cargo payer (PierPass)",
  OWNER_IN_DESCRIPTION,
] as const;
/** The role that resolves a hold. */
export type HoldOwner = (typeof HOLD_OWNERS)[number];

const OWNERS: Record<HoldName, HoldOwner> = {
  customs: "customs broker",
  freight: "line or forwarder",
  TMF: "cargo payer (PierPass)",
  USDA: "customs broker",
  VACIS: "customs broker",
  other: OWNER_IN_DESCRIPTION,
};

/** The role that resolves a hold of that name. For an undocumented name the user must read the description. */
export function holdOwner(name: string): HoldOwner {
  const known = Object.entries(OWNERS).find(([hold]) => hold.toLowerCase() === name.trim().toLowerCase());
  return known?.[1] ?? OWNER_IN_DESCRIPTION;
}

/** The same where the name of the hold says it; null otherwise. */
export function namedHoldOwner(name: string): string | null {
  const owner = holdOwner(name);
  return owner === OWNER_IN_DESCRIPTION ? null : owner;
}

/** Whether the hold stops the pickup: all but a `pending` one, which is only a warning. An undocumented status stops it. */
export function isActiveHold(hold: Hold): boolean {
  return hold.status !== "pending";
}

/** Holds that stop the pickup. */
export function activeHolds(holds: readonly Hold[]): Hold[] {
  return holds.filter(isActiveHold);
}

/** The attribute with the holds at the container's current place. */
const currentHoldList = (container: Container): "holds_at_pod_terminal" | "ind_facility_holds" =>
  isInland(container) && leftPort(container) ? "ind_facility_holds" : "holds_at_pod_terminal";

/** Whether the holds at the container's current place could not be read, or not all of them. */
export const areHoldsUnreadable = (container: Container): boolean =>
  currentHoldList(container) in container.unconfirmed;

/**
 * The holds at the container's current place: the port's until it leaves the port, then the inland facility's, none
 * after pickup.
 */
export function currentHolds(container: Container): Hold[] {
  if (isPickedUp(container)) return [];
  return container.attributes[currentHoldList(container)] ?? [];
}
