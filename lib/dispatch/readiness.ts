/**
 * Whether a box can be pulled. `unknown` is not "no": the terminal does not say. `in_transit`: left the port by
 * rail and has not reached its pickup place.
 */
export type ReadinessState =
  | "ready"
  | "held"
  | "not_available"
  | "unknown"
  | "not_discharged"
  | "in_transit"
  | "picked_up";

/** Why not, or what to watch. `warning`: does not stop the pickup yet (a pending hold). */
export type ReadinessReason = {
  kind: "hold" | "pending_hold" | "not_available" | "availability_unknown" | "not_discharged" | "in_transit";
  warning: boolean;
  words: string;
};

export type Readiness = { state: ReadinessState; label: string; reasons: ReadinessReason[] };
