import { randomBytes } from "node:crypto";
import { z } from "zod";
import { findFreePort } from "@/lib/platform/postgres/server-port";

const SETTINGS = z.object({
  METRICS_PORT: z.string(),
  WORKER_METRICS_PORT: z.string(),
  METRICS_TOKEN: z.string(),
});

/** The settings with which a system under test serves metrics. */
export type MonitoringSettings = z.infer<typeof SETTINGS>;

/** Settings with free ports and a new token. */
export async function chooseMonitoring(): Promise<MonitoringSettings> {
  const [METRICS_PORT, WORKER_METRICS_PORT] = [String(await findFreePort()), String(await findFreePort())];
  return { METRICS_PORT, WORKER_METRICS_PORT, METRICS_TOKEN: randomBytes(24).toString("base64url") };
}

/** The settings of the running system, as its starter passed them on. */
export const monitoringOf = (environment: NodeJS.ProcessEnv): MonitoringSettings =>
  SETTINGS.parse(environment);
