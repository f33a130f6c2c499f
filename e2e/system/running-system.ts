import { z } from "zod";

const SYSTEM = z.object({
  /** The dashboard's URL. */
  url: z.url(),
  servicePort: z.number(),
  /** The folder in which `up` stores secrets, logs and databases. */
  dataDir: z.string(),
  dashboardDatabaseUrl: z.string(),
  trackingDatabaseUrl: z.string(),
  email: z.string(),
  password: z.string(),
});

/** The system under test, as the global setup started it. */
export type RunningSystem = z.infer<typeof SYSTEM>;

const SYSTEMS = z.array(SYSTEM).nonempty();
const NAME = "DRAYBOARD_UNDER_TEST";

/** The environment with which a program finds the running systems. */
export const systemEnvironment = (...systems: RunningSystem[]) => ({ [NAME]: JSON.stringify(systems) });

/** Passes the running systems to the test processes. */
export function reportSystem(...systems: RunningSystem[]): void {
  Object.assign(process.env, systemEnvironment(...systems));
}

/**
 * The running system of this process. Each of Playwright's workers has its own, also when it replaces one that a failed
 * test ended. Null: none was started.
 */
export function findSystem(): RunningSystem | null {
  const reported = process.env[NAME];
  if (!reported) return null;
  const systems = SYSTEMS.parse(JSON.parse(reported));
  return systems[Number(process.env.TEST_PARALLEL_INDEX ?? 0) % systems.length] ?? null;
}

export function requireSystem(): RunningSystem {
  const system = findSystem();
  if (!system) throw new Error("No system is running: the browser tests start it in e2e/global-setup.ts.");
  return system;
}
