import { parseArgs } from "node:util";
import { openDatabase } from "@/lib/platform/database/client";
import { endRestoredPause, findRestored, type Restored } from "@/lib/platform/database/restored";
import { openStore } from "@/tracking-service/store/database";
import { migrate } from "@/tracking-service/store/migrate";
import { endRestoredPause as endServicePause } from "@/tracking-service/store/restored";
import type { Databases } from "./databases";
import { StartError } from "./start-error";

/** Options of `npm run up` in addition to the start. Throws StartError for unknown arguments. */
export function readUpArguments(args: string[]): { takeOver: boolean } {
  try {
    const { values } = parseArgs({ args, options: { "take-over": { type: "boolean", default: false } } });
    return { takeOver: values["take-over"] };
  } catch {
    throw new StartError("Usage: npm run up [-- --take-over]");
  }
}

/**
 * Ends the pause of a restored installation. An empty `trackingUrl` leaves the tracking service as it is. The tracking
 * service's pause is removed first, because pages show the pause while the dashboard's exists. Both databases have the
 * current schema.
 */
export async function takeOver({
  dashboardUrl,
  trackingUrl,
}: Pick<Databases, "dashboardUrl" | "trackingUrl">): Promise<void> {
  if (trackingUrl !== "") {
    const store = openStore(trackingUrl);
    try {
      await migrate(store);
      await endServicePause(store.db);
    } finally {
      await store.close();
    }
  }
  const { db, pool } = openDatabase(dashboardUrl, { max: 1 });
  try {
    await endRestoredPause(db);
  } finally {
    await pool.end();
  }
}

/** The time since when a restored installation is paused. Null: not paused. */
export async function findPause({ dashboardUrl }: Databases): Promise<Restored | null> {
  const { db, pool } = openDatabase(dashboardUrl, { max: 1 });
  try {
    return await findRestored(db);
  } finally {
    await pool.end();
  }
}

/** The operator's message for a paused installation. */
export const pauseMessage = ({ backupAt }: Restored): string =>
  `Paused: restored from the backup of ${backupAt}. No jobs, no sync, no webhook registration, no webhook deliveries. ` +
  "Stop the original, then take over: stop this (Ctrl-C) and run npm run up -- --take-over";
