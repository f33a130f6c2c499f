import { tooManyRequests } from "@/tracking-service/json-api/errors";
import { RollingWindow } from "./rolling-window";

/** Buckets that are counted apart, with the requests each lets through in 60 seconds (interface.md, Limits). */
export const PER_MINUTE = {
  default: 100,
  "infer-number": 200,
  "create-tracking-request": 100,
  "refresh-container": 10,
} as const;
export type Bucket = keyof typeof PER_MINUTE;

export type LimitSettings = {
  /** What the default bucket lets through within a window; the others keep their proportion to it. Null: no limits. */
  perWindow: number | null;
  windowMs: number;
  /** Milliseconds of a clock that never goes back. */
  now: () => number;
};

export type Limits = {
  /** Counts one request, or throws 429 with the seconds after which it is let through. */
  admit(accountId: string, bucket: Bucket): void;
};

/** How many requests a bucket lets through when the default one lets through `perWindow`; at least one. */
export function limitOf(bucket: Bucket, perWindow: number): number {
  return Math.max(1, Math.round((PER_MINUTE[bucket] * perWindow) / PER_MINUTE.default));
}

/**
 * Rolling windows, one for each account and bucket, kept in memory: a restart forgives, never refuses. An account
 * that is quiet for a window's length is forgotten.
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
