import { connection } from "next/server";
import { type FeedKind, type FeedRequests, openFeedRequests } from "@/lib/auth/throttling/feed-rate-limit";
import { type OpenedFeed, openFeed } from "@/lib/features/feeds/queries/open-feed";
import { db, pool } from "@/lib/platform/database/client";
import { logger } from "@/lib/platform/log";

const held = globalThis as typeof globalThis & { drayboardFeedRequests?: FeedRequests };

/** This process's request counts by token. */
export function feedRequests(): FeedRequests {
  // Stored on the global object because the bundler gives each route a copy of this module.
  held.drayboardFeedRequests ??= openFeedRequests(pool());
  return held.drayboardFeedRequests;
}

/** Headers of every response to a token: no referrer, no indexing by search engines. */
export const FEED_HEADERS = {
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex, nofollow",
  "X-Content-Type-Options": "nosniff",
} as const;

function plain(status: number, text: string, more: Readonly<Record<string, string>> = {}): Response {
  const headers = {
    ...FEED_HEADERS,
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
  };
  return new Response(`${text}\n`, { status, headers: { ...headers, ...more } });
}

/**
 * Responds to an address with a token: 404 for an unknown token; 410 for a token that is revoked, expired or
 * unreadable; 429 for too many requests. These responses have one line of plain text. Otherwise returns the response of
 * `read`. Only the token is checked.
 */
export async function respondWithFeed(
  kind: FeedKind,
  input: string,
  read: (opened: Extract<OpenedFeed, { state: "open" }>, now: Date) => Promise<Response>,
): Promise<Response> {
  await connection();
  const now = new Date();
  try {
    const opened = await openFeed({ db: db(), requests: feedRequests() }, kind, input, now);
    if (opened.state === "unknown") return plain(404, "Nothing found at this address.");
    if (opened.state === "ended") return plain(410, opened.text);
    if (opened.state === "wait")
      return plain(429, `Too many requests. Retry in ${opened.seconds}s.`, {
        "Retry-After": String(opened.seconds),
      });
    return await read(opened, now);
  } catch (error) {
    logger("feeds").error({ kind, err: error }, "a feed could not be read");
    return plain(503, "Drayboard is not responding. Try again in a few seconds.", {
      "Retry-After": "30",
    });
  }
}
