import type { FeedKind, FeedRequests } from "@/lib/auth/throttling/feed-rate-limit";
import {
  type AccessToken,
  findAccessToken,
  isTokenValid,
  noteTokenView,
} from "@/lib/auth/tokens/access-tokens";
import { type BoardQuery, EVERYTHING } from "@/lib/features/board/rules/board-address";
import { readBoardFeed } from "@/lib/features/feeds/commands/feed-settings";
import type { Database } from "@/lib/platform/database/client";

/**
 * The result for an address with a token. `query` selects the containers that it shows. `ended` is the reason why it no
 * longer opens anything. `wait` is in seconds.
 */
export type OpenedFeed =
  | { state: "open"; token: AccessToken; query: BoardQuery }
  | { state: "unknown" }
  | { state: "ended"; text: string }
  | { state: "wait"; seconds: number };

const NAMES: Record<FeedKind, string> = { calendar: "calendar", wall: "wallboard", api: "token" };

/**
 * Opens a calendar, wallboard or API token and counts the request. Only the token is checked, not the session. A feed
 * whose filter cannot be parsed shows nothing, so that it does not show more than intended.
 */
export async function openFeed(
  { db, requests }: { db: Database; requests: FeedRequests },
  kind: FeedKind,
  input: string,
  now: Date,
): Promise<OpenedFeed> {
  const token = await findAccessToken(db, kind, input);
  if (!token) return { state: "unknown" };
  if (!isTokenValid(token, now)) {
    const how = token.revokedAt ? "was revoked" : "has expired";
    return { state: "ended", text: `This ${NAMES[kind]} ${how}. Ask the dispatch office for a new one.` };
  }
  const query = kind === "api" ? EVERYTHING : readBoardFeed(token.settings).query;
  if (query === null) {
    const text = `The filter of this ${NAMES[kind]} is no longer valid. Ask the dispatch office for a new one.`;
    return { state: "ended", text };
  }
  const seconds = await requests(kind, token.id);
  if (seconds > 0) return { state: "wait", seconds };
  await noteTokenView(db, token.id, now);
  return { state: "open", token, query };
}
