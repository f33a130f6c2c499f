import type { FeedKind, FeedRequests } from "@/lib/auth/throttling/feed-rate-limit";
import {
  type AccessToken,
  findAccessToken,
  noteTokenView,
  tokenStands,
} from "@/lib/auth/tokens/access-tokens";
import { type BoardQuery, EVERYTHING } from "@/lib/features/board/rules/board-address";
import { readBoardFeed } from "@/lib/features/feeds/commands/feed-settings";
import type { Database } from "@/lib/platform/database/client";

/**
 * What stands behind an address with a token. `query`: the containers it shows; `ended`: why it opens nothing any more;
 * `wait`: seconds.
 */
export type OpenedFeed =
  | { state: "open"; token: AccessToken; query: BoardQuery }
  | { state: "unknown" }
  | { state: "ended"; words: string }
  | { state: "wait"; seconds: number };

const NAMES: Record<FeedKind, string> = { calendar: "calendar", wall: "screen", api: "token" };

/**
 * Opens a calendar, screen or program's token and counts the request. Who is signed in makes no difference: nothing
 * but the token is looked at. One whose filter cannot be read shows nothing, rather than more than was meant.
 */
export async function openFeed(
  { db, requests }: { db: Database; requests: FeedRequests },
  kind: FeedKind,
  given: string,
  now: Date,
): Promise<OpenedFeed> {
  const token = await findAccessToken(db, kind, given);
  if (!token) return { state: "unknown" };
  if (!tokenStands(token, now)) {
    const how = token.revokedAt ? "was revoked" : "has expired";
    return { state: "ended", words: `This ${NAMES[kind]} ${how}. Ask the dispatch office for another.` };
  }
  const query = kind === "api" ? EVERYTHING : readBoardFeed(token.settings).query;
  if (query === null) {
    const words = `The filter of this ${NAMES[kind]} cannot be read any more. Ask the dispatch office for another.`;
    return { state: "ended", words };
  }
  const seconds = await requests(kind, token.id);
  if (seconds > 0) return { state: "wait", seconds };
  await noteTokenView(db, token.id, now);
  return { state: "open", token, query };
}
