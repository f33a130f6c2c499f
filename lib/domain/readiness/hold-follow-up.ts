import type { Container, HoldPlace, OpenFollowUp } from "@/lib/domain/container/container-facts";
import { destinationZone, podZone } from "@/lib/domain/container/journey";
import { isPickedUp, pickupPlace, placeCity } from "@/lib/domain/container/pickup";
import { currentHolds, holdOwner, holdPlace } from "./holds";

/**
 * One entry of a follow-up's log; all fields are empty if the user only closed it. `by` is the user who wrote it.
 * Instants are UTC text.
 */
export type FollowUpLine = {
  id: number;
  writtenAt: string;
  by: string;
  contacted: string;
  promise: string;
  nextCheckAt: string | null;
};

/** A follow-up with its log, oldest entry first; open while `closedAt` is null. */
export type FollowUpRecord = Omit<OpenFollowUp, "contacted" | "promise"> & {
  version: number;
  /** How the person or company that resolves the hold is reached; "" if not known. */
  contactEmail: string;
  contactPhone: string;
  openedAt: string;
  /** Null: reopened automatically, since the hold was placed again. */
  openedBy: string | null;
  closedAt: string | null;
  closedBecause: "cleared" | "dropped" | null;
  lines: FollowUpLine[];
};

/** The follow-up a board row shows: the one to check next. `zone` is the place's, null if unknown. */
export type BoardFollowUp = {
  holdName: string;
  owner: string;
  nextCheckAt: string | null;
  zone: string | null;
  /** Of the latest entry, as in `OpenFollowUp`. Absent in rows of older versions: `contacted` up to 4, `promise` up to 2. */
  contacted?: string | null;
  promise?: string | null;
};

/** What came of the latest entry of a follow-up. The same wherever it is shown. */
export function lastResult({ contacted, promise }: Pick<FollowUpLine, "contacted" | "promise">): string {
  if (promise !== "") return `“${promise}”`;
  return contacted !== "" ? "No response noted" : "Checked";
}

/** The place where the container is or will be picked up. */
export const currentHoldPlace = (container: Container): HoldPlace =>
  pickupPlace(container).inland ? "inland" : "port";

/** The zone of the place of a hold; null if unknown. */
export const holdZone = (container: Container, place: HoldPlace): string | null =>
  place === "inland" ? destinationZone(container) : podZone(container);

/** The city of the place of a hold; null if unknown. */
export const holdCity = (container: Container, place: HoldPlace): string | null =>
  placeCity(container, place);

/** Whether two names mean the same hold: letter case is ignored, since the service's case is not reliable. */
export const sameHold = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * Whether the hold of a follow-up still exists, active or pending. A hold of the port exists until the list that had it
 * lacks it, also past the port.
 */
export function isHoldActive(
  container: Container,
  { holdName, place }: Pick<OpenFollowUp, "holdName" | "place">,
): boolean {
  if (isPickedUp(container) || (place === "inland" && !pickupPlace(container).inland)) return false;
  const listed = place === "port" ? container.attributes.holds_at_pod_terminal : currentHolds(container);
  return (listed ?? []).some(({ name }) => sameHold(name, holdName));
}

/** Whether the hold of a closed follow-up was placed again, at the same place. */
export const isHoldBack = (
  container: Container,
  { holdName, place }: Pick<OpenFollowUp, "holdName" | "place">,
): boolean =>
  currentHolds(container).some((hold) => holdPlace(hold) === place && sameHold(hold.name, holdName));

/** The place of the follow-up of a hold: that of its open follow-up, otherwise the hold's. */
export function followUpPlace(container: Container, holdName: string): HoldPlace {
  const open = container.team.followUps.find(
    (followUp) => sameHold(followUp.holdName, holdName) && isHoldActive(container, followUp),
  );
  const hold = currentHolds(container).find(({ name }) => sameHold(name, holdName));
  return open?.place ?? (hold ? holdPlace(hold) : currentHoldPlace(container));
}

/** The owner of a followed-up hold: the assigned owner, otherwise the rule's owner for a hold of that name. */
export const followUpOwner = ({ owner, holdName }: Pick<OpenFollowUp, "owner" | "holdName">): string =>
  owner ?? holdOwner(holdName);

const checkMs = ({ nextCheckAt }: OpenFollowUp): number =>
  nextCheckAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(nextCheckAt);

/** The follow-up of a container to check first; those without a next check sort last. Null without a follow-up. */
export function nextFollowUp(container: Container): BoardFollowUp | null {
  const [first] = [...container.team.followUps].sort((a, b) => checkMs(a) - checkMs(b));
  if (!first) return null;
  return {
    holdName: first.holdName,
    owner: followUpOwner(first),
    nextCheckAt: first.nextCheckAt,
    contacted: first.contacted,
    promise: first.promise,
    zone: holdZone(container, first.place),
  };
}

/** Whether a follow-up is due at `now`: the time of its next check has passed. */
export const isFollowUpDue = ({ nextCheckAt }: Pick<OpenFollowUp, "nextCheckAt">, now: Date): boolean =>
  nextCheckAt !== null && now.getTime() >= Date.parse(nextCheckAt);
