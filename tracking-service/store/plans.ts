/** What a plan may or may not include (interface.md, Authentication: gated features). */
export const FEATURES = ["routing_data", "rail_lfd", "container_refresh"] as const;
export type Feature = (typeof FEATURES)[number];

export const PLANS = ["free", "trial", "paid"] as const;
export type Plan = (typeof PLANS)[number];

/** Days of full read access an account on trial has (interface.md, Limits). */
export const TRIAL_DAYS = 7;

const DAY_MS = 86_400_000;

/** What an account may do: its plan, until when a trial lasts, and the features it includes. */
export type Terms = { plan: Plan; trialEndsAt: Date | null; features: Feature[] };

/** The terms of a plan beginning now. Without other word all features come with the paid plan, none with the others. */
export function termsOf(
  plan: Plan,
  now: Date,
  { features, trialDays = TRIAL_DAYS }: { features?: Feature[]; trialDays?: number } = {},
): Terms {
  const trialEndsAt = plan === "trial" ? new Date(now.getTime() + trialDays * DAY_MS) : null;
  return { plan, trialEndsAt, features: features ?? (plan === "paid" ? [...FEATURES] : []) };
}

/** Whether an account reads and writes everything: on the paid plan, and on trial until that ends. */
export function hasFullAccess(
  { plan, trialEndsAt }: Pick<Terms, "plan" | "trialEndsAt">,
  now: Date,
): boolean {
  return plan === "paid" || (plan === "trial" && trialEndsAt !== null && now < trialEndsAt);
}
