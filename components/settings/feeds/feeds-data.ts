import type { FormAction } from "@/components/ui/form-state";

/** What reads the desk by an address or token of its own. */
export type FeedKind = "calendar" | "wall" | "api";

/** One of them as the list shows it; instants are UTC text. `shows`: a view's name; null for all boxes. */
export type FeedItem = {
  id: string;
  kind: FeedKind;
  label: string;
  shows: string | null;
  boardAddress: string;
  madeBy: string;
  createdAt: string;
  expiresAt: string | null;
  state: "open" | "expired" | "revoked";
  views: number;
  lastSeenAt: string | null;
};

export type FeedsActions = Record<"make" | "makeApi" | "revoke" | "revokeApi", FormAction>;

export const KIND_LABELS: Record<FeedKind, string> = {
  calendar: "Calendar",
  wall: "Screen",
  api: "API token",
};
