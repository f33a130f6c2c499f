import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSettings } from "@/lib/platform/config/config";
import { findFreePort } from "@/lib/platform/postgres/server-port";
import type { Child } from "@/scripts/up/child";
import { createChildren } from "@/scripts/up/children";
import { startDashboard, startWorker } from "@/scripts/up/dashboard-programs";
import { dashboardEnvironment } from "@/scripts/up/environment";
import { waitUntilHealthy } from "@/scripts/up/health";
import { requireSecrets } from "@/scripts/up/secrets";
import type { RunningSystem } from "./running-system";

const START_MS = 30_000;

export type Dashboard = { url: string; child: Child };

/**
 * Starts further instances of the running programs on the same database, like another machine of a large installation.
 */
export interface Instances {
  /** `alone`: a dashboard with its own URL and additional settings. */
  dashboard(alone?: { env: (url: string) => Record<string, string> }): Promise<Dashboard>;
  worker(): Promise<Child>;
  /** Stops all instances it started. */
  end(): Promise<void>;
}

export async function openInstances(system: RunningSystem): Promise<Instances> {
  const { servicePort } = system;
  const logs = await mkdtemp(join(tmpdir(), "drayboard-instances-"));
  const children = createChildren(logs, { add: () => undefined, remove: () => undefined });
  const secrets = await requireSecrets(system.dataDir);
  const upstream = {
    url: `http://127.0.0.1:${servicePort}/v2`,
    key: secrets.trackingApiKey ?? "",
    embedded: true,
  };
  const input = async (publicUrl?: (own: string) => string) => {
    const port = await findFreePort();
    const settings = readSettings({
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: system.dataDir,
      PUBLIC_URL: publicUrl?.(`http://127.0.0.1:${port}`) ?? system.url,
      TRACKING_SERVICE_PORT: String(servicePort),
    });
    const env = dashboardEnvironment(settings, secrets, system.dashboardDatabaseUrl, upstream);
    return { settings, env: { ...env, SEED_SAMPLES: "off" } };
  };
  return {
    async dashboard(alone) {
      const { settings, env } = await input(alone && ((own) => own));
      const url = `http://127.0.0.1:${settings.port}`;
      const { child } = await startDashboard(children, settings, { ...env, ...alone?.env(url) });
      return { url, child };
    },
    async worker() {
      const { settings, env } = await input();
      const { child } = startWorker(children, settings, env);
      await waitUntilHealthy({
        name: "worker",
        child,
        timeoutMs: START_MS,
        check: async () => child.tail().includes("worker started"),
      });
      return child;
    },
    async end() {
      await children.stopAll(5_000);
      await rm(logs, { recursive: true, force: true });
    },
  };
}
