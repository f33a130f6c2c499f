import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { config } from "@/lib/platform/config/config";
import { promptDb } from "@/lib/platform/database/client";
import { NewerSchemaError, requireKnownSchema } from "@/lib/platform/database/schema-version";
import { logger } from "@/lib/platform/log";
import { endWithFolder } from "@/lib/platform/postgres/folder-watch";
import { openCacheBridge } from "./cache-handler";
import { liveFeed } from "./feed";

/** Maximum time for a stop. Pending requests to a slow service and open connections do not delay it further. */
const STOP_WITHIN_MS = 3_000;
/** Exit codes that Next uses for these signals. */
const STOPPED = { SIGTERM: 143, SIGINT: 130 };

/**
 * Starts the background tasks of a dashboard process: maintains the table of cache tags and feeds open browsers. Closes
 * open streams on SIGTERM, because they would keep the server from ending. Ends when its data folder is gone.
 */
export function startServing(): void {
  const { databaseUrl, dataDir } = config();
  const feed = liveFeed();
  feed.start(databaseUrl, openCacheBridge());
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.once(signal, () => {
      setTimeout(() => process.exit(STOPPED[signal]), STOP_WITHIN_MS).unref();
      void feed.stop();
    });
  endWithFolder(dataDir, (line) => logger("dashboard").error(line));
  logger("dashboard").info("serving");
}

/**
 * Ends this process when a later version has migrated the database. A database that does not respond does not block the
 * start.
 */
export async function refuseNewerSchema(): Promise<void> {
  try {
    await requireKnownSchema(promptDb());
  } catch (error) {
    if (!(error instanceof NewerSchemaError)) return;
    logger("dashboard").error({ message: error.message }, "not started");
    process.exit(1);
  }
}

/**
 * Records in the folder of a build that this process serves it; `folder` is "" for a build made by hand. Builds that no
 * process serves are removed when another one is activated. A folder that is not writable does not block the start.
 */
export function noteServedBuild(folder: string): void {
  if (folder === "") return;
  try {
    mkdirSync(join(folder, "served-by"), { recursive: true });
    writeFileSync(join(folder, "served-by", String(process.pid)), "");
  } catch (error) {
    logger("dashboard").warn({ err: error }, "the build's use could not be noted");
  }
}
