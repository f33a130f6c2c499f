import type { Hold } from "@/lib/contract/container";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { OpenFollowUp } from "@/lib/domain/container/container-facts";
import { type FollowUpLine, isFollowUpDue } from "@/lib/domain/readiness/hold-follow-up";
import { localDate } from "@/lib/domain/time/zoned-time";

/** The container of a follow-up, as the list shows it. */
export type FollowedUpContainer = Pick<
  BoardRow,
  | "id"
  | "number"
  | "billOfLading"
  | "line"
  | "terminal"
  | "port"
  | "deadline"
  | "checkedAt"
  | "onTerminalGround"
  | "deletedUpstreamAt"
>;

/**
 * An open follow-up of the list. The email and phone are those of the follow-up, or else of the newest one with the same
 * person or company; "" if not known.
 */
export type ListedFollowUp = Omit<OpenFollowUp, "contacted" | "promise"> & {
  version: number;
  contactEmail: string;
  contactPhone: string;
  container: FollowedUpContainer;
  /** The hold as last reported. Null if it is not reported any more. */
  hold: Hold | null;
  /** The zone of the hold's place. Null if unknown. */
  zone: string | null;
  last: FollowUpLine | null;
};

/** A page of the open follow-ups, by next check. `total` counts all of them. */
export type FollowUpList = { followUps: ListedFollowUp[]; total: number };

/** The follow-ups on one page of the list. */
export const FOLLOW_UPS_PER_PAGE = 100;

export const FOLLOW_UP_GROUPS = ["due", "today", "later", "unset"] as const;
export type FollowUpGroup = (typeof FOLLOW_UP_GROUPS)[number];

/** Whether the next check is due, later today at the place of the hold, later, or not set. */
export function followUpGroup(
  followUp: Pick<ListedFollowUp, "nextCheckAt" | "zone">,
  now: Date,
): FollowUpGroup {
  const { nextCheckAt, zone } = followUp;
  if (nextCheckAt === null) return "unset";
  if (isFollowUpDue(followUp, now)) return "due";
  return localDate(nextCheckAt, zone) === localDate(now, zone) ? "today" : "later";
}
