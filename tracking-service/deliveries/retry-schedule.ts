const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses after each failed attempt of the schedule: 12 in all, over about one day. */
export const RETRY_PAUSES_MS: readonly number[] = [
  2 * SECOND,
  10 * SECOND,
  30 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
];

/** Maximum random extension of a pause, as a share. It spreads retries of notifications that failed together. */
const SPREAD = 0.25;

/** The pause after the n-th scheduled attempt of a notification, in milliseconds. Null after the last one. */
export function retryPause(counted: number): number | null {
  const pause = RETRY_PAUSES_MS[counted - 1];
  return pause === undefined ? null : Math.round(pause * (1 + SPREAD * Math.random()));
}
