import type { ListedToken } from "@/components/sharing/links/listed-token";
import type { FormAction } from "@/components/ui/forms/form-state";

/** Clients that read the dashboard through their own address or token. */
export type FeedKind = "calendar" | "wall" | "api";

/**
 * One feed in the list. `shows` is a view's name, or null for all containers. `readable` is whether it shows any data.
 */
export type FeedItem = ListedToken & {
  kind: FeedKind;
  shows: string | null;
  boardAddress: string;
  readable: boolean;
};

export type FeedsActions = Record<"make" | "makeApi" | "revoke" | "revokeApi", FormAction>;

export const KIND_LABELS: Record<FeedKind, string> = {
  calendar: "Calendar",
  wall: "Wallboard",
  api: "API token",
};
