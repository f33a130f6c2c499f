import type { LiveState } from "./live-feed";

/** "4 s", "12 min", "3 h", "2 d": how long ago, in the largest unit that is not zero. Never negative. */
export function ago(instant: string | number, now: number): string {
  const since = typeof instant === "number" ? instant : Date.parse(instant);
  const seconds = Math.max(0, Math.floor((now - since) / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

export type LiveWords = { tone: "go" | "soon" | "late" | "quiet"; headline: string; details: string[] };

/** Lag below this is the worker at its work, not something to tell anybody. */
const LAG_TOLD_MS = 5_000;

function inboxWords(count: number, oldestAt: string | null, now: number): string | null {
  if (count === 0 || oldestAt === null || now - Date.parse(oldestAt) < LAG_TOLD_MS) return null;
  return `${count} ${count === 1 ? "notification waits" : "notifications wait"}, oldest ${ago(oldestAt, now)}`;
}

/** What the live line says: the one thing that matters first, the rest as details. */
export function liveWords({ link, lostAt, status }: LiveState, now: number): LiveWords {
  const details: string[] = [];
  if (status?.syncing)
    details.push(`syncing, ${status.syncing.records.toLocaleString("en-US")} records so far`);
  else if (status?.lastSyncAt) details.push(`full check ${ago(status.lastSyncAt, now)} ago`);
  const lag = status ? inboxWords(status.inboxLag.count, status.inboxLag.oldestAt, now) : null;
  if (lag) details.push(lag);

  if (link === "lost") {
    const since = lostAt === null ? "" : ` ${ago(lostAt, now)} ago`;
    return { tone: "late", headline: `Connection lost${since}, trying again`, details };
  }
  if (status?.database === "down") {
    return {
      tone: "late",
      headline: "The desk’s database does not answer, what stands here may be old",
      details,
    };
  }
  if (status?.upstreamDownSince) {
    return {
      tone: "soon",
      headline: `Tracking service out of reach for ${ago(status.upstreamDownSince, now)}, data is as of then`,
      details,
    };
  }
  if (link === "connecting" || !status) return { tone: "quiet", headline: "Connecting", details };
  const change = status.lastChangeAt ? `, last change ${ago(status.lastChangeAt, now)} ago` : "";
  return { tone: lag ? "soon" : "go", headline: `Live${change}`, details };
}
