/** How tracking requests are listed: by state; `failed` are those that wait for somebody to do something. */
export const REQUEST_LISTS = ["any", "failed", "awaiting_manifest", "pending", "tracking"] as const;
export type RequestListName = (typeof REQUEST_LISTS)[number];
export const REQUEST_LIST_LABELS: Record<RequestListName, string> = {
  any: "All",
  failed: "To do",
  awaiting_manifest: "Awaiting manifest",
  pending: "Asking the line",
  tracking: "Tracking",
};
