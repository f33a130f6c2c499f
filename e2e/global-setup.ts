import { findSystem, tellSystem } from "@/e2e/system/running-system";
import { startSystem } from "@/e2e/system/start-system";

/** Starts the system for all tests; the answer stops it and checks that nothing is left running. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  // One that was started by hand is used as it is, and left running.
  if (findSystem()) return undefined;
  const { system, stop } = await startSystem();
  tellSystem(system);
  return stop;
}
