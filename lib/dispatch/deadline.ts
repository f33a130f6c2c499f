/** Where a last free day comes from. `not_reported`: only the service's coalesced `pickup_lfd` is there. */
export type DeadlineSource = "line" | "terminal" | "rail" | "not_reported";

/** A last free day as one source reports it: a calendar day, in `zone`; null when the zone is unknown. */
export type SourceDay = { source: DeadlineSource; on: string; zone: string | null; applies: boolean };

/**
 * The last free day of a box (desk.md, The deadline): facts only.
 * - `applies`: `governing` is to be met. A day reported before discharge is shown too.
 * - `picked_up`: `governing` is what it was, when there was one.
 * - `not_discharged`, `not_reported`: no deadline that applies, `governing` is null.
 */
export type Deadline = {
  state: "applies" | "picked_up" | "not_discharged" | "not_reported";
  /** `on` is the local day "YYYY-MM-DD"; `endsAt` the instant it ends, UTC text. */
  governing: { on: string; zone: string | null; source: DeadlineSource; endsAt: string } | null;
  /** Every source that reports a day, governing or not. */
  sources: SourceDay[];
  /** Which day the service's own `pickup_lfd` names, when it is another than the governing one. */
  serviceNames: { source: DeadlineSource; on: string } | null;
};

/** `earliest`: the earliest source that applies governs. `service`: line, then terminal, then rail. */
export type DeadlineFollow = "earliest" | "service";
