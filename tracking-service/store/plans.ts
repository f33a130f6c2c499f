/** Features that a plan may include (interface.md, Authentication: gated features). */
export const FEATURES = ["routing_data", "rail_lfd", "container_refresh"] as const;
export type Feature = (typeof FEATURES)[number];

export const PLANS = ["free", "trial", "paid"] as const;
export type Plan = (typeof PLANS)[number];

/** Days of full read access for an account on trial (interface.md, Limits). */
export const TRIAL_DAYS = 7;

const DAY_MS = 86_400_000;

/** The terms of an account: its plan, the end of its trial, and its features. */
export type Terms = { plan: Plan; trialEndsAt: Date | null; features: Feature[] };

/** The terms of a plan that starts now. By default the paid plan has all features and the others have none. */
export function termsOf(
  plan: Plan,
  now: Date,
  { features, trialDays = TRIAL_DAYS }: { features?: Feature[]; trialDays?: number } = {},
): Terms {
  const trialEndsAt = plan === "trial" ? new Date(now.getTime() + trialDays * DAY_MS) : null;
  return { plan, trialEndsAt, features: features ?? (plan === "paid" ? [...FEATURES] : []) };
}

/** Whether an account has full access: on the paid plan, and on trial until the trial ends. */
export function hasFullAccess(
  { plan, trialEndsAt }: Pick<Terms, "plan" | "trialEndsAt">,
  now: Date,
): boolean {
  return plan === "paid" || (plan === "trial" && trialEndsAt !== null && now < trialEndsAt);
}
