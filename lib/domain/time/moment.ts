/**
 * An instant with the zone of its place; `zone` is null if the service does not report it. `local`: the local time at
 * the place, "2026-11-20T14:00", if the server added it (see local-clock.ts).
 */
export type Moment = { at: string; zone: string | null; local?: string };
