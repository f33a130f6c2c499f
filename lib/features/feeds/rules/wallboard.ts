import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { QueueId } from "@/lib/domain/board-row/queues";
import { formatCharges } from "@/lib/domain/charges/charges";
import type { Deadline } from "@/lib/domain/deadlines/deadline";
import { activeHolds } from "@/lib/domain/readiness/holds";
import type { Moment } from "@/lib/domain/time/moment";
import { formatAge } from "@/lib/domain/time/time-format";

/** A container on a wallboard. It contains facts only. The wallboard computes values that depend on the time. */
export type WallboardContainer = {
  id: string;
  number: string;
  terminal: string | null;
  deadline: Deadline;
  ready: { state: BoardRow["readiness"]["state"]; label: string };
  holds: string[];
  appointment: Moment | null;
  carriers: string;
  charges: string | null;
  checkedAt: string | null;
  onTerminalGround: boolean;
};

/** The freshness of the dashboard's own data. Instants are UTC text. */
export type WallboardSource = {
  lastSyncAt: string | null;
  upstreamDownSince: string | null;
  /** When the oldest waiting notification was received. Null while none is waiting. */
  waitingSince: string | null;
  /** Whether another failure prevents updates. */
  failing: boolean;
};

/** All data of a wallboard, as of `asOf` (UTC text). `build` identifies the build that responded. */
export type WallboardData = {
  build: string;
  asOf: string;
  counts: Readonly<Record<QueueId, number>>;
  containers: readonly WallboardContainer[];
  /** The zones of the terminals, most common first. */
  zones: readonly string[];
  source: WallboardSource;
};

export const CONTAINERS_A_PAGE = 8;
/** Maximum containers on a wallboard, so that a full rotation stays short. */
export const MAX_WALL_CONTAINERS = 5 * CONTAINERS_A_PAGE;

/** Converts a board row to the form of a wallboard. */
export function wallboardContainer(row: BoardRow): WallboardContainer {
  const { deadline, readiness, charges } = row;
  return {
    id: row.id,
    number: row.number,
    terminal: row.terminal.name,
    deadline: { ...deadline, sources: [], serviceNames: null },
    ready: { state: readiness.state, label: readiness.label },
    holds: activeHolds(row.holds).map(({ name }) => name),
    appointment: row.appointment,
    carriers: row.drayCarriers.map(({ name }) => name).join(", "),
    charges: charges.sums.some(({ minor }) => minor !== 0) ? formatCharges(charges) : null,
    checkedAt: row.checkedAt,
    onTerminalGround: row.onTerminalGround,
  };
}

const CUT_OFF_AFTER_MS = 90_000;
const BEHIND_AFTER_MS = 5 * 60_000;

export type WallStanding = { tone: "good" | "old" | "cut_off"; text: string };

/**
 * Returns the freshness of a wallboard. `heardAt` is when the last response was received, by the same clock as `now`.
 */
export function wallboardState(data: WallboardData, receivedAt: number, now: number): WallStanding {
  const since = (instant: string) => formatAge(instant, new Date(now));
  const { lastSyncAt, upstreamDownSince, waitingSince, failing } = data.source;
  if (now - receivedAt >= CUT_OFF_AFTER_MS)
    return {
      tone: "cut_off",
      text: `Offline for ${formatAge(new Date(receivedAt), new Date(now))}: data is out of date`,
    };
  if (upstreamDownSince)
    return {
      tone: "old",
      text: `Tracking service unavailable for ${since(upstreamDownSince)}: no updates since`,
    };
  if (failing) return { tone: "old", text: "Updates delayed: data may be old" };
  if (lastSyncAt === null)
    return { tone: "old", text: "First load in progress: not all containers are shown yet" };
  if (waitingSince && now - Date.parse(waitingSince) >= BEHIND_AFTER_MS)
    return { tone: "old", text: `Updates delayed by ${since(waitingSince)}` };
  return { tone: "good", text: "Up to date" };
}
