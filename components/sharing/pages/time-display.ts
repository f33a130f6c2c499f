/** How times are written: as of which instant (epoch ms), and in which locale's way; null is the dashboard's own. */
export type TimeDisplay = { now: number; locale: string | null };
