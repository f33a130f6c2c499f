import { tooManyRequests } from "@/tracking-service/json-api/errors";
import { RollingWindow } from "./rolling-window";

/** Separate buckets with the number of requests each allows in 60 seconds (interface.md, Limits). */
export const PER_MINUTE = {
  default: 100,
  "infer-number": 200,
  "create-tracking-request": 100,
  "refresh-container": 10,
} as const;
export type Bucket = keyof typeof PER_MINUTE;

export type LimitSettings = {
  /** The default bucket's limit per window. Other buckets scale in proportion. Null: no limits. */
  perWindow: number | null;
  windowMs: number;
  /** Milliseconds of a clock that never goes back. */
  now: () => number;
};

export type Limits = {
  /** Counts one request, or throws 429 with the seconds until it would be accepted. */
  admit(accountId: string, bucket: Bucket): void;
};

/** The limit of a bucket when the default limit is `perWindow`. At least one. */
export function limitOf(bucket: Bucket, perWindow: number): number {
  return Math.max(1, Math.round((PER_MINUTE[bucket] * perWindow) / PER_MINUTE.default));
}

/**
 * Rolling windows per account and bucket, in memory. A restart resets the counts and never rejects too much. An account
 * without requests for one window is removed.
 */
export function rollingLimits({ perWindow, windowMs, now }: LimitSettings): Limits {
  if (perWindow === null) return { admit: () => undefined };
  const windows = new Map<string, RollingWindow>();
  let sweptAt = now();

  const sweep = (at: number) => {
    if (at - sweptAt < windowMs) return;
    sweptAt = at;
    for (const [name, window] of windows) if (window.isOver(at)) windows.delete(name);
  };

  return {
    admit(accountId, bucket) {
      const at = now();
      sweep(at);
      const name = `${accountId}/${bucket}`;
      const window = windows.get(name) ?? new RollingWindow(limitOf(bucket, perWindow), windowMs);
      windows.set(name, window);
      const seconds = window.ask(at);
      if (seconds !== null) throw tooManyRequests(window.size, seconds);
    },
  };
}
