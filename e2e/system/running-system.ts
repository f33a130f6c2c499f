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

const NAME = "DRAYBOARD_UNDER_TEST";

/** The environment with which a program finds the running system. */
export const systemEnvironment = (system: RunningSystem) => ({ [NAME]: JSON.stringify(system) });

/** Passes the running system to the test processes. */
export function reportSystem(system: RunningSystem): void {
  Object.assign(process.env, systemEnvironment(system));
}

/** The running system. Null: none was started. */
export function findSystem(): RunningSystem | null {
  const reported = process.env[NAME];
  return reported ? SYSTEM.parse(JSON.parse(reported)) : null;
}

export function requireSystem(): RunningSystem {
  const system = findSystem();
  if (!system) throw new Error("No system is running: the browser tests start it in e2e/global-setup.ts.");
  return system;
}
