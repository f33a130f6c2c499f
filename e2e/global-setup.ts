import type { FullConfig } from "@playwright/test";
import { findSystem, reportSystem } from "@/e2e/system/running-system";
import { startSystems, stopSystems } from "@/e2e/system/start-system";

/**
 * Starts a system for each worker, because some tests change what others count. The returned function stops them and
 * checks that no process is left.
 */
export default async function globalSetup({
  workers,
}: FullConfig): Promise<(() => Promise<void>) | undefined> {
  // Systems started by `npm test` or by hand are used as they are and left running.
  if (findSystem()) return undefined;
  const started = await startSystems(workers);
  reportSystem(...started.map(({ system }) => system));
  return () => stopSystems(started);
}
