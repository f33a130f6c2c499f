import { findSystem, reportSystem } from "@/e2e/system/running-system";
import { startSystem } from "@/e2e/system/start-system";

/** Starts the system for all tests. The returned function stops it and checks that no process is left. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  // A system started by hand is used as is and left running.
  if (findSystem()) return undefined;
  const { system, stop } = await startSystem();
  reportSystem(system);
  return stop;
}
