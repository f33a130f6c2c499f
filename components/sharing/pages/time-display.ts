/** The time format: the current time (epoch ms) and the locale. A null locale is the dashboard's default. */
export type TimeDisplay = { now: number; locale: string | null };
