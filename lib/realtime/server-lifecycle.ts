import { config } from "@/lib/platform/config/config";
import { logger } from "@/lib/platform/log";
import { openCacheBridge } from "./cache-handler";
import { liveFeed } from "./feed";

/** Whoever still waits then for a service that takes long, or holds a connection, holds no stop up. */
const STOP_WITHIN_MS = 3_000;
/** What Next ends with when it was reported to end. */
const STOPPED = { SIGTERM: 143, SIGINT: 130 };

/**
 * What a dashboard process does next to answering: keeps the table of cache tags and feeds open browsers. Open
 * streams would keep the server from ending on SIGTERM, so they are closed then.
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
