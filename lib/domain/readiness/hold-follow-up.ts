import type { Box, HoldPlace, OpenChase } from "@/lib/domain/container/container-facts";
import { destinationZone, podZone } from "@/lib/domain/container/journey";
import { pickupPlace } from "@/lib/domain/container/pickup";
import { currentHolds, holdOwner } from "./holds";

/** One line of a chase's log; all empty where somebody only ended it. `by` is who wrote it. Instants are UTC text. */
export type ChaseLine = {
  id: number;
  writtenAt: string;
  by: string;
  asked: string;
  promise: string;
  nextCheckAt: string | null;
};

/** A chase with its log, oldest line first; open while `closedAt` is null. */
export type ChaseRecord = OpenChase & {
  version: number;
  openedAt: string;
  /** Null: begun anew by itself, since the hold came back. */
  openedBy: string | null;
  closedAt: string | null;
  closedBecause: "cleared" | "dropped" | null;
  lines: ChaseLine[];
};

/** The chase a board row shows: the one to be asked about next. `zone` is the place's, null when unknown. */
export type BoardChase = {
  holdName: string;
  owner: string;
  nextCheckAt: string | null;
  zone: string | null;
};

/** Where the holds of a box stand that count now. */
export const currentHoldPlace = (box: Box): HoldPlace => (pickupPlace(box).inland ? "inland" : "port");

/** The zone of the place a hold stands at; null when unknown. */
export const holdZone = (box: Box, place: HoldPlace): string | null =>
  place === "inland" ? destinationZone(box) : podZone(box);

/** Two names of one hold: the service's case is not relied upon. */
export const sameHold = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** Whether what a chase is after still holds the box: as a hold or as a pending one, where the box stands now. */
export function holdStands(box: Box, { holdName, place }: Pick<OpenChase, "holdName" | "place">): boolean {
  return place === currentHoldPlace(box) && currentHolds(box).some(({ name }) => sameHold(name, holdName));
}

/** Who resolves a chased hold: whom somebody named, else the rule's owner of a hold of that name. */
export const chaseOwner = ({ owner, holdName }: Pick<OpenChase, "owner" | "holdName">): string =>
  owner ?? holdOwner(holdName);

const checkMs = ({ nextCheckAt }: OpenChase): number =>
  nextCheckAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(nextCheckAt);

/** The chase of a box that is to be asked about first; ones without a next check last. Null when nobody chases. */
export function nextChase(box: Box): BoardChase | null {
  const [first] = [...box.desk.chases].sort((a, b) => checkMs(a) - checkMs(b));
  if (!first) return null;
  return {
    holdName: first.holdName,
    owner: chaseOwner(first),
    nextCheckAt: first.nextCheckAt,
    zone: holdZone(box, first.place),
  };
}

/** Whether a chase is due at `now`: its next check has come. */
export const isChaseDue = ({ nextCheckAt }: Pick<OpenChase, "nextCheckAt">, now: Date): boolean =>
  nextCheckAt !== null && now.getTime() >= Date.parse(nextCheckAt);
