const MAX_MS = 3_600_000;

/**
 * Parses the pause of a Retry-After header (RFC 9110, seconds or a date), one hour at most. Null when it requests none.
 */
export function retryAfterMs(value: string | null | undefined, now: Date): number | null {
  const text = value?.trim() ?? "";
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime();
  return ms > 0 ? Math.min(ms, MAX_MS) : null;
}
