import { tooManyRequests } from "./json-api/errors";

export type LimitSettings = {
  /** Requests an account may make within a window, in each bucket. */
  perWindow: number;
  windowMs: number;
  now: () => number;
};

/** Buckets that are counted apart (interface.md, Limits). */
export type Bucket = "default" | "create-tracking-request" | "infer-number" | "refresh-container";

export type Limits = {
  /** Counts one request, or throws 429 with the seconds after which the next one is let through. */
  admit(accountId: string, bucket: Bucket): void;
};

/** A moment more than needed, so that a clock's rounding never makes Retry-After a lie. */
const MARGIN_MS = 20;

/**
 * Rolling windows: every request is remembered for a window's length, so that within any 60 seconds no more than
 * the limit are let through. Refused requests do not count. Kept in memory: a restart forgives, never refuses.
 */
export function rollingLimits({ perWindow, windowMs, now }: LimitSettings): Limits {
  const windows = new Map<string, number[]>();
  return {
    admit(accountId, bucket) {
      const name = `${accountId}/${bucket}`;
      const at = now();
      const window = (windows.get(name) ?? []).filter((earlier) => at - earlier < windowMs);
      windows.set(name, window);
      const oldest = window[window.length - perWindow];
      if (oldest === undefined) {
        window.push(at);
        return;
      }
      const seconds = Math.ceil((oldest + windowMs - at + MARGIN_MS) / 1000);
      throw tooManyRequests(perWindow, Math.max(1, seconds));
    },
  };
}
