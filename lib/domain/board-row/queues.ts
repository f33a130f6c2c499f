import { STALE_AFTER_MS } from "@/lib/domain/container/staleness";
import { lastPickupDay } from "@/lib/domain/deadlines/deadline";
import { activeHolds } from "@/lib/domain/readiness/holds";
import { isUnreadable } from "@/lib/domain/readiness/readiness";
import type { Moment } from "@/lib/domain/time/moment";
import {
  addDays,
  firstDayWithinBusinessDays,
  knownZone,
  localDate,
  startOfLocalDay,
} from "@/lib/domain/time/zoned-time";
import type { BoardRow } from "./board-row";

/** The board's queues in display order. */
export const QUEUE_IDS = [
  "expired",
  "pull-today",
  "no-appointment",
  "planned-today",
  "held",
  "follow-up-due",
  "arriving",
  "empty-due",
  "unreadable",
  "stale",
  "all",
] as const;
export type QueueId = (typeof QUEUE_IDS)[number];

/** Each queue with its position in the order, its name, and a short description of its contents. */
export const QUEUES: readonly { id: QueueId; label: string; order: number; holds: string }[] = (
  [
    ["expired", "Expired", "last free day passed, not picked up"],
    ["pull-today", "Pull today", "ready, due within three business days"],
    ["no-appointment", "No appointment", "ready, none booked or planned"],
    ["planned-today", "Planned today", "pickup or empty return planned for today"],
    ["held", "Held, near deadline", "on hold, at most 3 days left"],
    ["follow-up-due", "Follow-up due", "a hold to follow up on"],
    ["arriving", "Arriving", "expected within three business days"],
    ["empty-due", "Empties to return", "picked up, empty not returned"],
    ["unreadable", "Unreadable data", "a hold or availability could not be read"],
    ["stale", "Not checked in 24h", "at the terminal, not checked for 24h"],
    ["all", "All", "every container"],
  ] as const
).map(([id, label, holds], order) => ({ id, label, order, holds }));

/** Whether a list of queues shows it: unreadable data is an exception, so its queue is shown while it has containers. */
export const isShownQueue = (id: QueueId, counts: Readonly<Record<string, number>>): boolean =>
  id !== "unreadable" || (counts[id] ?? 0) > 0;

const BUSINESS_DAYS_AHEAD = 3;
const HELD_DAYS_LEFT = 3;

/**
 * The instants at which a container is in a queue: from `from` (inclusive) until `to` (exclusive); a null bound is
 * open. UTC text.
 */
export type Window = { from: string | null; to: string | null };
export type QueueWindows = Record<QueueId, Window | null>;

const ALWAYS: Window = { from: null, to: null };

/**
 * For each queue, the window in which a container is in it according to its current facts; null: never. SQL can thus
 * count queues with plain comparisons, and a browser can compute when a row moves.
 */
export function rowQueueWindows(row: BoardRow): QueueWindows {
  const pulled = row.readiness.state === "picked_up";
  const ready = row.readiness.state === "ready";
  return {
    expired: expiredWindow(row),
    "pull-today": ready ? pullWindow(row) : null,
    "no-appointment": ready && row.appointment === null ? unplannedWindow(row) : null,
    "planned-today": plannedWindow(row),
    held: heldWindow(row),
    "follow-up-due": row.followUp?.nextCheckAt ? { from: row.followUp.nextCheckAt, to: null } : null,
    arriving: arrivingWindow(row),
    "empty-due":
      pulled && row.emptyReturned === null && row.status.value !== "empty_returned" ? ALWAYS : null,
    unreadable: isUnreadable(row.readiness) ? ALWAYS : null,
    stale: staleWindow(row),
    all: ALWAYS,
  };
}

function expiredWindow({ deadline }: BoardRow): Window | null {
  return deadline.state === "applies" && deadline.governing
    ? { from: deadline.governing.endsAt, to: null }
    : null;
}

function pullWindow({ deadline: { governing } }: BoardRow): Window {
  return governing
    ? fromDay(firstDayWithinBusinessDays(lastPickupDay(governing), BUSINESS_DAYS_AHEAD), governing.zone)
    : ALWAYS;
}

/** A planned pickup counts until its day at the terminal ends. */
function unplannedWindow({ plannedPickup }: BoardRow): Window {
  return plannedPickup ? { from: dayWindow(plannedPickup).to, to: null } : ALWAYS;
}

/** The planned pickup; once picked up, the planned empty return. Null without one, or when it is done. */
export function nextPlannedMove({
  readiness,
  plannedPickup,
  plannedReturn,
  emptyReturned,
  status,
}: BoardRow): Moment | null {
  if (emptyReturned !== null || status.value === "empty_returned") return null;
  return readiness.state === "picked_up" ? plannedReturn : plannedPickup;
}

/** The day of the next planned move. */
function plannedWindow(row: BoardRow): Window | null {
  const planned = nextPlannedMove(row);
  return planned && dayWindow(planned);
}

function heldWindow({ deadline, holds }: BoardRow): Window | null {
  if (deadline.state !== "applies" || !deadline.governing || activeHolds(holds).length === 0) return null;
  const { zone, endsAt } = deadline.governing;
  return { ...fromDay(addDays(lastPickupDay(deadline.governing), -HELD_DAYS_LEFT), zone), to: endsAt };
}

/** A container on the ground at the port has arrived there, even if the arrival was not reported. */
function arrivingWindow({ arrival, readiness, onTerminalGround, status }: BoardRow): Window | null {
  const { eta, actual, place } = arrival;
  const landed = place === "port" && (onTerminalGround || status.value === "off_dock");
  if (!eta || actual || landed || readiness.state === "picked_up") return null;
  const zone = knownZone(eta.zone);
  return fromDay(firstDayWithinBusinessDays(localDate(eta.at, zone), BUSINESS_DAYS_AHEAD), zone);
}

function staleWindow({ onTerminalGround, checkedAt }: BoardRow): Window | null {
  if (!onTerminalGround) return null;
  if (checkedAt === null) return ALWAYS;
  return { from: new Date(Date.parse(checkedAt) + STALE_AFTER_MS).toISOString(), to: null };
}

/** The day of a moment at its place. */
function dayWindow(moment: Moment): Window {
  const zone = knownZone(moment.zone);
  const day = localDate(moment.at, zone);
  return { ...fromDay(day, zone), to: fromDay(addDays(day, 1), zone).from };
}

function fromDay(date: string, zone: string | null): Window {
  return { from: startOfLocalDay(date, zone).toISOString(), to: null };
}
