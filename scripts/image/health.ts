import { addressOf, readSettings } from "@/lib/platform/config/config";
import { LIVE_PATH } from "@/lib/platform/metrics/metrics-server";

const TIMEOUT_MS = 4_000;

/** The address that shows whether the program of this container lives. */
function probeOf(asked: string): string {
  const { host, port, trackingServicePort, metrics } = readSettings(process.env);
  if (asked === "tracking-service") return `${addressOf(host, trackingServicePort)}/health/live`;
  if (asked !== "worker") return `${addressOf(host, port)}${asked}`;
  if (metrics.workerPort === null) throw new Error("Set WORKER_METRICS_PORT: the worker answers there.");
  return `${addressOf(metrics.host, metrics.workerPort)}${LIVE_PATH}`;
}

/**
 * `health [PATH | worker | tracking-service]`: ends with code 0 when the dashboard of this container answers 200 at the path, or its
 * worker or tracking service lives.
 */
async function main([asked = "/api/health/live"]: string[]): Promise<void> {
  const address = probeOf(asked);
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
