import type { LiveFailure } from "./events";
import type { LiveState } from "./stream/protocol";

/** The elapsed time in the largest nonzero unit: "4s", "12m", "3h", "2d". Never negative. */
export function ago(instant: string | number, now: number): string {
  const since = typeof instant === "number" ? instant : Date.parse(instant);
  const seconds = Math.max(0, Math.floor((now - since) / 1_000));
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours}h` : `${Math.floor(hours / 24)}d`;
}

export type LiveText = { tone: "go" | "soon" | "late" | "quiet"; headline: string; details: string[] };

const FAILURE_TEXTS: Record<LiveFailure, Omit<LiveText, "details">> = {
  paused: { tone: "soon", headline: "Tracking service rate limit reached. Retrying." },
  unreadable: { tone: "soon", headline: "Tracking service responses can’t be read; data may be old" },
  not_noted: { tone: "late", headline: "Updates can’t be saved: database error" },
};

function clockText(offMs: number): string {
  const by = ago(0, Math.round(Math.abs(offMs) / 60_000) * 60_000);
  const side = offMs > 0 ? "ahead of" : "behind";
  return `Tracking service’s clock is ${by} ${side} Drayboard’s; times may be off`;
}

/** The time is that of the browser's zone, as on the user's clock. */
const pauseText = (until: string) =>
  `The tracking service asked us to wait until ${new Date(until).toLocaleTimeString("en-US", { timeStyle: "short" })}`;

/** Shorter interruptions are not shown. */
const LOST_REPORTED_MS = 3_000;
const BEHIND_REPORTED_MS = 1_500;

function inboxText({ status }: LiveState, now: number): string | null {
  if (!status?.lagging || status.inboxLag.oldestAt === null) return null;
  const { count, oldestAt } = status.inboxLag;
  return `${count} ${count === 1 ? "notification waits" : "notifications wait"}, oldest ${ago(oldestAt, now)}`;
}

/** The text of the status line: the most important state first, the rest as details. */
export function liveText(state: LiveState, now: number): LiveText {
  const { link, lostAt, laggingSince: behindSince, status } = state;
  const details: string[] = [];
  if (status?.syncing)
    details.push(`syncing, ${status.syncing.records.toLocaleString("en-US")} records so far`);
  else if (status?.lastSyncAt) details.push(`last sync ${ago(status.lastSyncAt, now)} ago`);
  const lag = inboxText(state, now);
  if (lag) details.push(lag);

  if (lostAt !== null && link === "lost" && now - lostAt >= LOST_REPORTED_MS)
    return {
      tone: "late",
      headline: `Offline for ${ago(lostAt, now)}, reconnecting; data may be old`,
      details: [],
    };
  if (status?.database === "down")
    return {
      tone: "late",
      headline: "Drayboard’s database is not responding; data may be old",
      details,
    };
  if (status?.upstreamDownSince)
    return {
      tone: "soon",
      headline: `Tracking service unavailable for ${ago(status.upstreamDownSince, now)}; no updates since`,
      details,
    };
  if (status?.trouble === "paused" && status.pausedUntil)
    return { tone: "soon", headline: pauseText(status.pausedUntil), details };
  if (status?.trouble) return { ...FAILURE_TEXTS[status.trouble], details };
  if (status?.clockOffMs) return { tone: "soon", headline: clockText(status.clockOffMs), details };
  if (!status) return { tone: "quiet", headline: "Connecting", details };
  const behind = behindSince !== null && now - behindSince >= BEHIND_REPORTED_MS;
  if (lag || behind) return { tone: "soon", headline: "Catching up", details };
  const change = status.lastChangeAt ? `, last change ${ago(status.lastChangeAt, now)} ago` : "";
  return { tone: "go", headline: `Live${change}`, details };
}
