import type { FullConfig } from "@playwright/test";
import { findSystem, reportSystem } from "@/e2e/system/running-system";
import { type StartedSystem, startSystem } from "@/e2e/system/start-system";

async function stopAll(started: readonly StartedSystem[]): Promise<void> {
  const stopped = await Promise.allSettled(started.map(({ stop }) => stop()));
  for (const each of stopped) if (each.status === "rejected") throw each.reason;
}

/**
 * Starts a system for each worker, because some tests change what others count. The returned function stops them and
 * checks that no process is left.
 */
export default async function globalSetup({
  workers,
}: FullConfig): Promise<(() => Promise<void>) | undefined> {
  // A system started by hand is used as is and left running.
  if (findSystem()) return undefined;
  const starts = await Promise.allSettled(Array.from({ length: workers }, () => startSystem()));
  const started = starts.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const failed = starts.find((each) => each.status === "rejected");
  if (failed) {
    await stopAll(started);
    throw failed.reason;
  }
  reportSystem(...started.map(({ system }) => system));
  return () => stopAll(started);
}
