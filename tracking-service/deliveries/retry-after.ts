const MOST_MS = 3_600_000;

/** The pause a Retry-After asks for (RFC 9110, seconds or a date), an hour at most; null when it asks for none. */
export function retryAfterMs(value: string | null | undefined, now: Date): number | null {
  const text = value?.trim() ?? "";
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime();
  return ms > 0 ? Math.min(ms, MOST_MS) : null;
}
