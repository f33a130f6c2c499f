/**
 * An instant and the place's zone; `zone` null when the service does not know it. `local`: what a clock at the place
 * shows, "2026-11-20T14:00", where the server worked it out (see local-clock.ts).
 */
export type Moment = { at: string; zone: string | null; local?: string };
