import type { Estimate } from "@/tracking-service/sources/simulation/plan/plan";

/** The newest estimate made by an instant, or the first promise where none was made yet. */
export function estimateAt(estimates: Estimate[], first: number | null, now: number): number | null {
  return estimates.findLast((estimate) => estimate.at <= now)?.eta ?? first;
}
