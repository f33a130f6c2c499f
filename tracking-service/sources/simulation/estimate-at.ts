import type { Estimate } from "@/tracking-service/sources/simulation/plan/plan";

/** The newest estimate at an instant, or the first estimate when there is none yet. */
export function estimateAt(estimates: Estimate[], first: number | null, now: number): number | null {
  return estimates.findLast((estimate) => estimate.at <= now)?.eta ?? first;
}
