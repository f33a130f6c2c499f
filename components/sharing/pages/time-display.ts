/** How times are written: as of which instant (epoch ms), and in which locale's way; null is the desk's own. */
export type Look = { now: number; locale: string | null };
