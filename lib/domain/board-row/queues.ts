import { STALE_AFTER_MS } from "@/lib/domain/container/staleness";
import { lastPickupDay } from "@/lib/domain/deadlines/deadline";
import { activeHolds } from "@/lib/domain/readiness/holds";
import { isUnreadable } from "@/lib/domain/readiness/readiness";
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
export const QUEUES: readonly { id: QueueId; label: string; order: number; holds: string }[] = [
  { id: "expired", label: "Expired", order: 0, holds: "last free day passed, not picked up" },
  { id: "pull-today", label: "Pull today", order: 1, holds: "ready, due within three business days" },
  { id: "no-appointment", label: "No appointment", order: 2, holds: "ready, none booked" },
  { id: "held", label: "Held, near deadline", order: 3, holds: "on hold, at most 3 days left" },
  { id: "follow-up-due", label: "Follow-up due", order: 4, holds: "a hold to follow up on" },
  { id: "arriving", label: "Arriving", order: 5, holds: "expected within three business days" },
  { id: "empty-due", label: "Empties to return", order: 6, holds: "picked up, empty not returned" },
  { id: "unreadable", label: "Unreadable data", order: 7, holds: "a hold or availability could not be read" },
  { id: "stale", label: "Not checked in 24h", order: 8, holds: "at the terminal, not checked for 24h" },
  { id: "all", label: "All", order: 9, holds: "every container" },
];

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
    "no-appointment": ready && row.appointment === null ? ALWAYS : null,
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

function fromDay(date: string, zone: string | null): Window {
  return { from: startOfLocalDay(date, zone).toISOString(), to: null };
}
