import type { Pool } from "pg";
import { RateLimiterPostgres } from "rate-limiter-flexible";
import { countRequest } from "./request-counter";

/** The readers that use a token, with the number of requests allowed per token in so many seconds. */
export const FEED_LIMITS = {
  calendar: { requests: 60, seconds: 600 },
  wall: { requests: 240, seconds: 60 },
  api: { requests: 120, seconds: 60 },
} as const;
export type FeedKind = keyof typeof FEED_LIMITS;

type Limit = { requests: number; seconds: number };

/**
 * Counts the requests of each token in the database, so that all dashboard processes share the count. Returns the
 * seconds to wait past the limit, otherwise 0.
 */
export function openFeedRequests(pool: Pool, limits: Readonly<Record<FeedKind, Limit>> = FEED_LIMITS) {
  const limiter = (kind: FeedKind) =>
    new RateLimiterPostgres({
      storeClient: pool,
      tableName: "feed_requests",
      tableCreated: true,
      clearExpiredByTimeout: true,
      keyPrefix: kind,
      points: limits[kind].requests,
      duration: limits[kind].seconds,
    });
  const limiters = { calendar: limiter("calendar"), wall: limiter("wall"), api: limiter("api") };
  return (kind: FeedKind, tokenId: string): Promise<number> => countRequest(limiters[kind], tokenId);
}

export type FeedRequests = ReturnType<typeof openFeedRequests>;
