import type { Container, HoldPlace, OpenFollowUp } from "@/lib/domain/container/container-facts";
import { destinationZone, podZone } from "@/lib/domain/container/journey";
import { pickupPlace } from "@/lib/domain/container/pickup";
import { currentHolds, holdOwner } from "./holds";

/** One line of a follow-up's log; all empty where somebody only ended it. `by` is who wrote it. Instants are UTC text. */
export type FollowUpLine = {
  id: number;
  writtenAt: string;
  by: string;
  asked: string;
  promise: string;
  nextCheckAt: string | null;
};

/** A follow-up with its log, oldest line first; open while `closedAt` is null. */
export type FollowUpRecord = OpenFollowUp & {
  version: number;
  openedAt: string;
  /** Null: begun anew by itself, since the hold came back. */
  openedBy: string | null;
  closedAt: string | null;
  closedBecause: "cleared" | "dropped" | null;
  lines: FollowUpLine[];
};

/** The follow-up a board row shows: the one to be asked about next. `zone` is the place's, null when unknown. */
export type BoardFollowUp = {
  holdName: string;
  owner: string;
  nextCheckAt: string | null;
  zone: string | null;
};

/** Where the holds of a container stand that count now. */
export const currentHoldPlace = (container: Container): HoldPlace =>
  pickupPlace(container).inland ? "inland" : "port";

/** The zone of the place a hold stands at; null when unknown. */
export const holdZone = (container: Container, place: HoldPlace): string | null =>
  place === "inland" ? destinationZone(container) : podZone(container);

/** Two names of one hold: the service's case is not relied upon. */
export const sameHold = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** Whether what a follow-up is after still holds the container: as a hold or as a pending one, where the container stands now. */
export function holdStands(
  container: Container,
  { holdName, place }: Pick<OpenFollowUp, "holdName" | "place">,
): boolean {
  return (
    place === currentHoldPlace(container) &&
    currentHolds(container).some(({ name }) => sameHold(name, holdName))
  );
}

/** Who resolves a followed-up hold: whom somebody named, else the rule's owner of a hold of that name. */
export const followUpOwner = ({ owner, holdName }: Pick<OpenFollowUp, "owner" | "holdName">): string =>
  owner ?? holdOwner(holdName);

const checkMs = ({ nextCheckAt }: OpenFollowUp): number =>
  nextCheckAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(nextCheckAt);

/** The follow-up of a container that is to be asked about first; ones without a next check last. Null when nobody follows up. */
export function nextFollowUp(container: Container): BoardFollowUp | null {
  const [first] = [...container.team.followUps].sort((a, b) => checkMs(a) - checkMs(b));
  if (!first) return null;
  return {
    holdName: first.holdName,
    owner: followUpOwner(first),
    nextCheckAt: first.nextCheckAt,
    zone: holdZone(container, first.place),
  };
}

/** Whether a follow-up is due at `now`: its next check has come. */
export const isFollowUpDue = ({ nextCheckAt }: Pick<OpenFollowUp, "nextCheckAt">, now: Date): boolean =>
  nextCheckAt !== null && now.getTime() >= Date.parse(nextCheckAt);
