import type { FormAction } from "@/components/ui/forms/form-state";
import type { FeedEntry } from "@/lib/features/feeds/rules/settings-data";

/** Clients that read the dashboard through their own address or token. */
export type FeedKind = FeedEntry["kind"];

export type FeedsActions = Record<"make" | "makeApi" | "revoke" | "revokeApi", FormAction>;

export const KIND_LABELS: Record<FeedKind, string> = {
  calendar: "Calendar",
  wall: "Wallboard",
  api: "API token",
};
