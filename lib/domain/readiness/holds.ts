import type { Hold } from "@/lib/contract/container";
import type { HoldName } from "@/lib/contract/enums";
import type { Container, HoldPlace } from "@/lib/domain/container/container-facts";
import { isPickedUp, pickupPlace, terminalDataPlace } from "@/lib/domain/container/pickup";

/** A hold with its place. `place` is missing at the port of discharge, where all holds are the port's. */
export type PlacedHold = Hold & { place?: HoldPlace };

export const holdPlace = ({ place = "port" }: PlacedHold): HoldPlace => place;

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
export function activeHolds<Listed extends Hold>(holds: readonly Listed[]): Listed[] {
  return holds.filter(isActiveHold);
}

const HOLD_LISTS = ["holds_at_pod_terminal", "ind_facility_holds"] as const;

/** Whether the holds that count for the container now could not be read, or not all of them. */
export const areHoldsUnreadable = (container: Container): boolean =>
  HOLD_LISTS.some(
    (list) =>
      list in container.unconfirmed && (list === "holds_at_pod_terminal" || pickupPlace(container).inland),
  );

const identity = ({ name, status, description }: Hold): string =>
  JSON.stringify([name.trim().toLowerCase(), status, description?.trim() ?? ""]);

/**
 * The holds that count for the container now; none after pickup. Until it leaves the port the list of the terminal, then
 * both lists, each hold with its place: an empty or missing list of the inland facility ends no hold of the other list.
 * A hold in both counts once.
 */
export function currentHolds(container: Container): PlacedHold[] {
  if (isPickedUp(container)) return [];
  const { holds_at_pod_terminal: reported, ind_facility_holds: facility } = container.attributes;
  if (!pickupPlace(container).inland) return reported ?? [];
  const place = terminalDataPlace(container);
  const inland = (facility ?? []).map((hold): PlacedHold => ({ ...hold, place: "inland" }));
  const repeated = inland.map(identity);
  const others = (reported ?? []).filter((hold) => {
    const index = repeated.indexOf(identity(hold));
    if (index !== -1) repeated.splice(index, 1);
    return index === -1;
  });
  return [...others.map((hold): PlacedHold => ({ ...hold, place })), ...inland];
}
