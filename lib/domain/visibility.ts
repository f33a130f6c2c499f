/**
 * When what was done at the service shows on this desk: `now`; `soon`, once a worker has fetched it; `not_yet`, since
 * the database took in neither it nor the ask to fetch it.
 */
export type Shown = "now" | "soon" | "not_yet";
