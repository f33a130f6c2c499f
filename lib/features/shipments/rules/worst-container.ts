import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { daysLeft, isExpired } from "@/lib/domain/deadlines/deadline";

/** The standings of a container, worst first: costs money now, will soon cost money, is blocked, is on schedule. */
export const CONTAINER_STATES = [
  "expired",
  "return_late",
  "due_stuck",
  "due",
  "held",
  "stuck",
  "ready",
  "coming",
  "out",
  "returned",
] as const;
export type ContainerState = (typeof CONTAINER_STATES)[number];

export const STATE_LABELS: Record<ContainerState, string> = {
  expired: "Past LFD",
  return_late: "Empty overdue",
  due_stuck: "Due, can’t be pulled",
  due: "Due soon",
  held: "Held",
  stuck: "Not available",
  ready: "Ready",
  coming: "On the way",
  out: "Picked up",
  returned: "Empty returned",
};

/** The board row fields used by the rule. */
export type StateFacts = Pick<
  BoardRow,
  "number" | "deadline" | "readiness" | "status" | "returnDue" | "emptyReturned"
>;

/** A deadline with at most this many days left is soon, the same limit as on the board. */
export const SOON_DAYS = 2;

/** Returns the standing of one container at `now`. Days are counted at the location of its deadline. */
export function containerState(row: StateFacts, now: Date): ContainerState {
  const { deadline, readiness, returnDue } = row;
  if (row.emptyReturned || returnDue?.state === "returned" || row.status.value === "empty_returned")
    return "returned";
  if (readiness.state === "picked_up") {
    const late = returnDue?.state === "due" && returnDue.endsAt !== null;
    return late && Date.parse(returnDue.endsAt ?? "") <= now.getTime() ? "return_late" : "out";
  }
  if (isExpired(deadline, now)) return "expired";
  const left = deadline.state === "applies" ? daysLeft(deadline, now) : null;
  if (left !== null && left <= SOON_DAYS) return readiness.state === "ready" ? "due" : "due_stuck";
  switch (readiness.state) {
    case "held":
      return "held";
    case "not_available":
    case "unknown":
      return "stuck";
    case "ready":
      return "ready";
    default:
      return "coming";
  }
}

/** When the deadline or return due date behind the standing ends, epoch ms. Earlier is worse. */
function endsAt({ deadline, returnDue }: StateFacts, state: ContainerState): number {
  const at = state === "return_late" ? returnDue?.endsAt : deadline.governing?.endsAt;
  return at ? Date.parse(at) : Number.MAX_SAFE_INTEGER;
}

/**
 * Returns the worst container of a shipment at `now`, among equals the one whose time ends first. Null without
 * containers.
 */
export function worstContainer<Row extends StateFacts>(
  rows: readonly Row[],
  now: Date,
): { row: Row; state: ContainerState } | null {
  const ranked = rows.map((row) => {
    const state = containerState(row, now);
    return { row, standing: state, rank: CONTAINER_STATES.indexOf(state), ends: endsAt(row, state) };
  });
  ranked.sort((a, b) => a.rank - b.rank || a.ends - b.ends || (a.row.number < b.row.number ? -1 : 1));
  const [worst] = ranked;
  return worst ? { row: worst.row, state: worst.standing } : null;
}
