import { config } from "@/lib/config";
import { logger } from "@/lib/log";
import { openCacheDoor } from "./cache-door";
import { liveFeed } from "./feed";

/**
 * What a dashboard process does beside answering: keeps the table of cache tags and feeds open browsers. Open
 * streams would keep the server from ending on SIGTERM, so they are closed then.
 */
export function startServing(): void {
  const feed = liveFeed();
  feed.start(config().databaseUrl, openCacheDoor());
  const stop = () => void feed.stop();
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  logger("dashboard").info("serving");
}
