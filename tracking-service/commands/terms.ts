import {
  FEATURES,
  type Feature,
  PLANS,
  type Plan,
  type Terms,
  TRIAL_DAYS,
  termsOf,
} from "@/tracking-service/store/plans";
import { UsageError } from "./usage";

/** Command line syntax of an account's terms. */
export const TERMS_USAGE = `[--plan ${PLANS.join("|")}] [--features ${FEATURES.join(",")}|all|none] [--trial-days ${TRIAL_DAYS}]`;

export const TERMS_OPTIONS = {
  plan: { type: "string" },
  features: { type: "string" },
  "trial-days": { type: "string" },
} as const;

export type TermsValues = { [Name in keyof typeof TERMS_OPTIONS]?: string };

const MAX_TRIAL_DAYS = 365;

function readPlan(text: string, usage: string): Plan {
  const plan = PLANS.find((name) => name === text);
  if (!plan) throw new UsageError(usage, `There is no plan "${text}".`);
  return plan;
}

function readFeatures(text: string, usage: string): Feature[] {
  if (text === "all") return [...FEATURES];
  if (text === "none") return [];
  return text.split(",").map((name) => {
    const feature = FEATURES.find((known) => known === name.trim());
    if (!feature) throw new UsageError(usage, `There is no feature "${name.trim()}".`);
    return feature;
  });
}

function readTrialDays(text: string, usage: string): number {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (days <= MAX_TRIAL_DAYS) return days;
  throw new UsageError(usage, `--trial-days is a whole number from 0 to ${MAX_TRIAL_DAYS}.`);
}

/**
 * Returns the requested terms, or null when none were requested. Features alone do not change the plan. A plan alone
 * sets its own features. Throws UsageError.
 */
export function readTerms(values: TermsValues, usage: string, now: Date): Partial<Terms> | null {
  const { plan, features, "trial-days": days } = values;
  const named = features === undefined ? undefined : readFeatures(features, usage);
  if (days !== undefined && plan !== "trial")
    throw new UsageError(usage, "--trial-days goes with --plan trial.");
  if (plan !== undefined) {
    const trialDays = days === undefined ? TRIAL_DAYS : readTrialDays(days, usage);
    return termsOf(readPlan(plan, usage), now, { features: named, trialDays });
  }
  return named === undefined ? null : { features: named };
}
