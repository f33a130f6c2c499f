import { config } from "@/lib/platform/config/config";
import { logger } from "@/lib/platform/log";
import { openCacheBridge } from "./cache-handler";
import { liveFeed } from "./feed";

/** Maximum time for a stop. Pending requests to a slow service and open connections do not delay it further. */
const STOP_WITHIN_MS = 3_000;
/** Exit codes that Next uses for these signals. */
const STOPPED = { SIGTERM: 143, SIGINT: 130 };

/**
 * Starts the background tasks of a dashboard process: maintains the table of cache tags and feeds open browsers. Closes
 * open streams on SIGTERM, because they would keep the server from ending.
 */
export function startServing(): void {
  const feed = liveFeed();
  feed.start(config().databaseUrl, openCacheBridge());
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.once(signal, () => {
      setTimeout(() => process.exit(STOPPED[signal]), STOP_WITHIN_MS).unref();
      void feed.stop();
    });
  logger("dashboard").info("serving");
}
