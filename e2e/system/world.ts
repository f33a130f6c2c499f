import { simCommand } from "@/tracking-service/commands/sim";
import { openStore } from "@/tracking-service/store/database";
import { requireSystem } from "./running-system";

/** Runs a `sim` command in this process. Starting the program for each command takes over a second. */
async function simulate(...args: string[]): Promise<void> {
  const store = openStore(requireSystem().trackingDatabaseUrl);
  try {
    await simCommand(store, args);
  } finally {
    await store.close();
  }
}

/**
 * Simulates a terminal's report about a container to the tracking service. The service then sends its own delivery to
 * the dashboard.
 */
export function reportAt(number: string, attributes: Record<string, unknown>): Promise<void> {
  return simulate("report", "--number", number, JSON.stringify(attributes));
}

/** Moves the next `count` steps of a container's journey to the current time. */
export function moveOn(number: string, count = 1): Promise<void> {
  return simulate("step", "--number", number, "--count", String(count));
}
