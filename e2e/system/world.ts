import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { requireSystem } from "./running-system";

const run = promisify(execFile);

async function simulation(...args: string[]): Promise<void> {
  const { trackingDatabaseUrl } = requireSystem();
  await run(process.execPath, ["--import", "tsx", "tracking-service/main.ts", "sim", ...args], {
    env: { ...process.env, TRACKING_DATABASE_URL: trackingDatabaseUrl, SIM_PAUSED: "true" },
  });
}

/**
 * Simulates a terminal's report about a container to the tracking service. The service then sends its own delivery to
 * the dashboard.
 */
export function reportAt(number: string, attributes: Record<string, unknown>): Promise<void> {
  return simulation("report", "--number", number, JSON.stringify(attributes));
}

/** Moves the next `count` steps of a container's journey to the current time. */
export function moveOn(number: string, count = 1): Promise<void> {
  return simulation("step", "--number", number, "--count", String(count));
}
