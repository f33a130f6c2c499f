import type { ListedToken } from "@/components/sharing/links/listed-token";
import type { FormAction } from "@/components/ui/forms/form-state";

/** What reads the dashboard by an address or token of its own. */
export type FeedKind = "calendar" | "wall" | "api";

/** One of them as the list shows it. `shows`: a view's name; null for all containers. `readable`: whether it shows anything. */
export type FeedItem = ListedToken & {
  kind: FeedKind;
  shows: string | null;
  boardAddress: string;
  readable: boolean;
};

export type FeedsActions = Record<"make" | "makeApi" | "revoke" | "revokeApi", FormAction>;

export const KIND_LABELS: Record<FeedKind, string> = {
  calendar: "Calendar",
  wall: "Screen",
  api: "API token",
};
