import { setTimeout as pause } from "node:timers/promises";
import { parseStatus } from "@/components/realtime/events";
import { type ShownStatus, steadyStatus } from "@/components/realtime/stable-status";
import { liveWords } from "@/components/realtime/status-text";

const EVERY_MS = 500;
const GIVE_UP_MS = 10_000;
const BOARD = "/api/board?queue=all&limit=50";

export type Watched = {
  reads: number;
  /** How often the board answered with each status; 0 where nothing answered. */
  statuses: Record<string, number>;
  slowestMs: number;
  /** What the dashboard's line said, each once, without how long. */
  said: string[];
};

const withoutCounts = (line: string) =>
  line.replaceAll(/\d[\d,]* (s|min|h|d)\b/g, "…").replaceAll(/\d[\d,]*/g, "n");

/** What an open page would show on its line: of each word from the server what the page makes of it. */
class Line {
  private shown: ShownStatus | null = null;

  async read(baseUrl: string): Promise<string> {
    const response = await fetch(`${baseUrl}/api/health`, { signal: AbortSignal.timeout(GIVE_UP_MS) });
    const reported = parseStatus(await response.text());
    const now = Date.now();
    if (reported) this.shown = steadyStatus(this.shown, reported, now);
    const { headline, details } = liveWords(
      { link: "live", lostAt: null, behindSince: null, status: this.shown },
      now,
    );
    return withoutCounts([headline, ...details].join("; "));
  }
}

/** Reads the board and the dashboard's line now and then, as a page does, until reported to stop. */
export function watchDashboard(baseUrl: string, session: { name: string; value: string }) {
  const watched: Watched = { reads: 0, statuses: {}, slowestMs: 0, said: [] };
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
      watched.reads += 1;
      watched.statuses[status] = (watched.statuses[status] ?? 0) + 1;
      watched.slowestMs = Math.max(watched.slowestMs, Math.round(performance.now() - begun));
      const words = await line.read(baseUrl).catch(() => "(no answer)");
      if (!watched.said.includes(words)) watched.said.push(words);
      await pause(EVERY_MS);
    }
  };
  const ended = watch();
  return {
    async stop(): Promise<Watched> {
      watching = false;
      await ended;
      return watched;
    },
  };
}
