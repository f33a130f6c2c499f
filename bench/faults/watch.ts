import { setTimeout as pause } from "node:timers/promises";
import { parseStatus } from "@/components/realtime/events";
import { type DisplayedStatus, steadyStatus } from "@/components/realtime/stable-status";
import { liveText } from "@/components/realtime/status-text";

const EVERY_MS = 500;
const GIVE_UP_MS = 10_000;
const BOARD = "/api/board?queue=all&limit=50";

export type Watched = {
  reads: number;
  /** Number of responses by status. 0: no response. */
  statuses: Record<string, number>;
  slowestMs: number;
  /** Each distinct text of the dashboard's status line, without durations. */
  output: string[];
};

const withoutCounts = (line: string) =>
  line.replaceAll(/\d[\d,]* ?(s|min|m|h|d)\b/g, "…").replaceAll(/\d[\d,]*/g, "n");

/** The status line of an open page, derived from each status that the server sends. */
class Line {
  private shown: DisplayedStatus | null = null;

  async read(baseUrl: string): Promise<string> {
    const response = await fetch(`${baseUrl}/api/health`, { signal: AbortSignal.timeout(GIVE_UP_MS) });
    const reported = parseStatus(await response.text());
    const now = Date.now();
    if (reported) this.shown = steadyStatus(this.shown, reported, now);
    const { headline, details } = liveText(
      { link: "live", lostAt: null, laggingSince: null, status: this.shown },
      now,
    );
    return withoutCounts([headline, ...details].join("; "));
  }
}

/** Reads the board and the dashboard's status line at intervals, like a page, until it is stopped. */
export function watchDashboard(baseUrl: string, session: { name: string; value: string }) {
  const subscribed: Watched = { reads: 0, statuses: {}, slowestMs: 0, output: [] };
  const line = new Line();
  let watching = true;
  const watch = async () => {
    while (watching) {
      const begun = performance.now();
      const status = await fetch(`${baseUrl}${BOARD}`, {
        headers: { cookie: `${session.name}=${session.value}` },
        signal: AbortSignal.timeout(GIVE_UP_MS),
      }).then(
        async (response) => {
          await response.arrayBuffer();
          return response.status;
        },
        () => 0,
      );
      subscribed.reads += 1;
      subscribed.statuses[status] = (subscribed.statuses[status] ?? 0) + 1;
      subscribed.slowestMs = Math.max(subscribed.slowestMs, Math.round(performance.now() - begun));
      const text = await line.read(baseUrl).catch(() => "(no answer)");
      if (!subscribed.output.includes(text)) subscribed.output.push(text);
      await pause(EVERY_MS);
    }
  };
  const ended = watch();
  return {
    async stop(): Promise<Watched> {
      watching = false;
      await ended;
      return subscribed;
    },
  };
}
