import type { FeedKind } from "@/lib/auth/throttling/feed-rate-limit";
import type { ListedToken } from "@/lib/auth/tokens/token-list";

/**
 * A token as listed in the settings. `shows` is the name of the view, null for all containers. `readable` is whether
 * the settings can be parsed, so that the feed shows something.
 */
export type FeedEntry = ListedToken & {
  kind: FeedKind;
  shows: string | null;
  boardAddress: string;
  readable: boolean;
};
