import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { QueueId } from "@/lib/domain/board-row/queues";
import { formatCharges } from "@/lib/domain/charges/charges";
import type { Deadline } from "@/lib/domain/deadlines/deadline";
import { activeHolds } from "@/lib/domain/readiness/holds";
import type { Moment } from "@/lib/domain/time/moment";
import { formatAge } from "@/lib/domain/time/time-format";

/** A container as a screen shows it: facts alone, what depends on the time is worked out there. */
export type WallContainer = {
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

/** How fresh the dashboard itself is. Instants are UTC text. */
export type WallSource = {
  lastSyncAt: string | null;
  upstreamDownSince: string | null;
  /** Since when the oldest news waits to be taken in; null while none does. */
  waitingSince: string | null;
  /** Whether something else keeps news from coming in. */
  troubled: boolean;
};

/** All that a screen shows, as of `asOf` (UTC text). `build` names the program that answered. */
export type WallData = {
  build: string;
  asOf: string;
  counts: Readonly<Record<QueueId, number>>;
  containers: readonly WallContainer[];
  /** The terminals' zones, the commonest first. */
  zones: readonly string[];
  source: WallSource;
};

export const CONTAINERS_A_PAGE = 8;
/** As many of the worst as anybody waits to see come round. */
export const MAX_WALL_CONTAINERS = 5 * CONTAINERS_A_PAGE;

/** A board row as a screen shows it. */
export function wallContainer(row: BoardRow): WallContainer {
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

export type WallStanding = { tone: "good" | "old" | "cut_off"; words: string };

/** What a screen says of how old it is. `heardAt`: when an answer last came, by the same clock as `now`. */
export function wallStanding(data: WallData, heardAt: number, now: number): WallStanding {
  const since = (instant: string) => formatAge(instant, new Date(now));
  const { lastSyncAt, upstreamDownSince, waitingSince, troubled } = data.source;
  if (now - heardAt >= CUT_OFF_AFTER_MS)
    return {
      tone: "cut_off",
      words: `Offline for ${formatAge(new Date(heardAt), new Date(now))}: what stands here is old`,
    };
  if (upstreamDownSince)
    return {
      tone: "old",
      words: `Tracking service out of reach for ${since(upstreamDownSince)}: data is as of then`,
    };
  if (troubled) return { tone: "old", words: "Updates delayed: data may be old" };
  if (lastSyncAt === null)
    return { tone: "old", words: "First load under way: not all containers are here yet" };
  if (waitingSince && now - Date.parse(waitingSince) >= BEHIND_AFTER_MS)
    return { tone: "old", words: `Behind: the oldest news has waited for ${since(waitingSince)}` };
  return { tone: "good", words: "Up to date" };
}
