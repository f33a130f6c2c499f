import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openChildren } from "@/bench/harness/children";
import type { Undo } from "@/bench/harness/clean-up";
import { sized } from "@/bench/harness/smoke";
import { readSettings } from "@/lib/platform/config/config";
import { findFreePort } from "@/lib/platform/postgres/server-port";
import type { Child } from "@/scripts/up/child";
import { waitUntilHealthy } from "@/scripts/up/health";
import { trackingProgram } from "@/scripts/up/tracking-program";

const START_MS = 600_000;

export type Programs = {
  /**
   * Starts the tracking service as operators run it, with an account of this many containers. Resolves once it is
   * ready.
   */
  startService(databaseUrl: string, containers: number): Promise<{ baseUrl: string; child: Child }>;
  /** Starts the bare server for comparison. */
  startFloor(databaseUrl: string, statementsFile: string): Promise<string>;
};

/** Starts programs with their logs in `logsDir` and stops them at the end of the benchmark. */
export function openPrograms(logsDir: string, onEnd: (undo: Undo) => void): Programs {
  const children = openChildren(logsDir);
  onEnd(() => children.stopAll(sized(2_500, 0)));

  async function start(name: string, args: string[], port: number, env: Record<string, string> = {}) {
    const child = children.start({ name, args, env: { ...process.env, ...env } });
    const baseUrl = `http://127.0.0.1:${port}`;
    const check = async () => (await fetch(baseUrl)).status > 0;
    await waitUntilHealthy({ name, child, timeoutMs: START_MS, check });
    return { baseUrl, child };
  }

  return {
    async startService(databaseUrl, containers) {
      const port = await findFreePort();
      return start("service", trackingProgram(readSettings(process.env).trackingServiceHeapMb), port, {
        TRACKING_DATABASE_URL: databaseUrl,
        TRACKING_SERVICE_PORT: String(port),
        HOST: "127.0.0.1",
        SEED_CONTAINERS: String(containers),
        SIM_PAUSED: "true",
        SIM_SEED: "bench",
        RATE_LIMIT_PER_MINUTE: "off",
        LOG_LEVEL: "info",
      });
    },
    async startFloor(databaseUrl, statementsFile) {
      const port = await findFreePort();
      const args = ["--import", "tsx", "bench/service/baseline.ts", databaseUrl, statementsFile];
      return (await start("floor", args, port, { HOST: "127.0.0.1", PORT: String(port) })).baseUrl;
    },
  };
}

/** Peak memory of a process so far, in MB (10^6 bytes). Null if the system does not report it. */
export async function peakMemoryMb({ pid }: Child): Promise<number | null> {
  const status = await readFile(join("/proc", String(pid), "status"), "utf8").catch(() => "");
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? null : (Number(kilobytes) * 1_024) / 1_000_000;
}
