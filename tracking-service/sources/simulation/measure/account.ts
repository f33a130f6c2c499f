import type { JourneyFacts } from "@/tracking-service/facts/attributes";
import { factsAt } from "@/tracking-service/sources/simulation/facts-at";
import { journeyPlan } from "@/tracking-service/sources/simulation/plan/journey-plan";
import type { JourneyPlan } from "@/tracking-service/sources/simulation/plan/plan";
import { checkEveryMs } from "@/tracking-service/sources/simulation/simulation";

/** The plans of an account and their facts at its start, as seeding stores them. */
export type MeasuredAccount = { start: number; plans: JourneyPlan[]; facts: JourneyFacts[] };

/** Generates an account in memory. `start` is in milliseconds UTC, `every` is the interval of checks. Pure function. */
export function generateAccount(
  seed: string,
  containers: number,
  start: number,
  every = checkEveryMs(containers),
): MeasuredAccount {
  const plans = Array.from({ length: containers }, (_, index) =>
    journeyPlan({ seed, index, start, entry: "seeded", checkEveryMs: every }),
  );
  return { start, plans, facts: plans.map((plan) => factsAt(plan, start)) };
}
