/** The lists of tracking requests by state. `failed` contains those that need an action by a user. */
export const REQUEST_LISTS = ["any", "failed", "awaiting_manifest", "pending", "tracking"] as const;
export type RequestListName = (typeof REQUEST_LISTS)[number];
export const REQUEST_LIST_LABELS: Record<RequestListName, string> = {
  any: "All",
  failed: "Needs action",
  awaiting_manifest: "Awaiting manifest",
  pending: "Waiting for the line",
  tracking: "Tracking",
};
