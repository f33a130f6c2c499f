const HOUR_MS = 3_600_000;
/** From 6 h a row shows the age of its check; past 24 h it loses its urgency color. */
export const AGING_AFTER_MS = 6 * HOUR_MS;
export const STALE_AFTER_MS = 24 * HOUR_MS;

/** The input for staleness: a board row or any part of it. */
export type Checked = { checkedAt: string | null; onTerminalGround: boolean };

/** `off_ground`: no terminal is to be checked. `never`: on the ground without a known check, which counts as stale. */
export type Staleness = {
  state: "off_ground" | "fresh" | "aging" | "stale" | "never";
  /** Age of the terminal's last check in milliseconds; null if there was none. */
  ageMs: number | null;
};

/** The age of the terminal's data. Only a container on terminal ground ages. */
export function staleness({ checkedAt, onTerminalGround }: Checked, now: Date): Staleness {
  const ageMs = checkedAt === null ? null : now.getTime() - Date.parse(checkedAt);
  if (!onTerminalGround) return { state: "off_ground", ageMs };
  if (ageMs === null) return { state: "never", ageMs };
  if (ageMs >= STALE_AFTER_MS) return { state: "stale", ageMs };
  return { state: ageMs >= AGING_AFTER_MS ? "aging" : "fresh", ageMs };
}
