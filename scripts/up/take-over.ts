import { parseArgs } from "node:util";
import { openDatabase } from "@/lib/platform/database/client";
import { endRestoredPause, findRestored, type Restored } from "@/lib/platform/database/restored";
import { openStore } from "@/tracking-service/store/database";
import { migrate } from "@/tracking-service/store/migrate";
import { endRestoredPause as endServicePause } from "@/tracking-service/store/restored";
import type { Databases } from "./databases";
import { StartError } from "./start-error";

/** What `npm run up` was asked for also starting. Throws StartError for what it does not know. */
export function readUpArguments(args: string[]): { takeOver: boolean } {
  try {
    const { values } = parseArgs({ args, options: { "take-over": { type: "boolean", default: false } } });
    return { takeOver: values["take-over"] };
  } catch {
    throw new StartError("Usage: npm run up [-- --take-over]");
  }
}

/**
 * Ends the pause of a restored installation. The tracking service's goes first: as long as any of it is left, pages say so.
 * Both databases have their present schema.
 */
export async function takeOver({ dashboardUrl, trackingUrl }: Databases): Promise<void> {
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

/** Since when the installation is paused, because it was restored; null when it is not. */
export async function findPause({ dashboardUrl }: Databases): Promise<Restored | null> {
  const { db, pool } = openDatabase(dashboardUrl, { max: 1 });
  try {
    return await findRestored(db);
  } finally {
    await pool.end();
  }
}

/** What the operator of a paused installation is reported. */
export const pauseMessage = ({ backupAt }: Restored): string =>
  `Paused: restored from the backup of ${backupAt}. No jobs, no sync, no webhook registration, no webhook deliveries. ` +
  "Stop the original, then take over: stop this (Ctrl-C) and run npm run up -- --take-over";
