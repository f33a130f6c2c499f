import type { Pool } from "pg";
import { RateLimiterPostgres } from "rate-limiter-flexible";
import { pool } from "@/lib/platform/database/client";
import { countRequest } from "./request-counter";

/**
 * The reports and downloads of a link, from all networks together, and the downloads of a customer. A move has three
 * steps and five photos.
 */
export const LINK_CHANGES = { requests: 30, seconds: 600 };

/** Counts the uses of each share link, in the database, so that all dashboard processes share the count. */
export function openLinkLimit(storeClient: Pool, { requests, seconds } = LINK_CHANGES) {
  const limiter = new RateLimiterPostgres({
    storeClient,
    tableName: "feed_requests",
    tableCreated: true,
    clearExpiredByTimeout: true,
    keyPrefix: "share",
    points: requests,
    duration: seconds,
  });
  return {
    /** Counts one use. Returns the seconds to wait past the limit, otherwise 0. */
    admit: (linkId: string): Promise<number> => countRequest(limiter, linkId),
  };
}

const held = globalThis as typeof globalThis & { drayboardLinkLimit?: ReturnType<typeof openLinkLimit> };

/** The count that this process uses. Stored on the global object, because the bundler gives each route a copy. */
export function linkLimit(): ReturnType<typeof openLinkLimit> {
  held.drayboardLinkLimit ??= openLinkLimit(pool());
  return held.drayboardLinkLimit;
}
