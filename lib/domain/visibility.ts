/**
 * When a change made at the service appears in the dashboard. `now`; `soon`: once a worker has fetched it; `not_yet`:
 * the database stored neither the change nor the request to fetch it.
 */
export type Visibility = "now" | "soon" | "not_yet";
