/** What a plan may or may not include (interface.md, Authentication: gated features). */
export const FEATURES = ["routing_data", "rail_lfd", "container_refresh"] as const;
export type Feature = (typeof FEATURES)[number];

export const PLANS = ["free", "trial", "paid"] as const;
export type Plan = (typeof PLANS)[number];
