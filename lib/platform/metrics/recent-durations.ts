const MINUTE_MS = 60_000;
const KEPT_MINUTES = 60;
/** Names of one minute. Further ones are counted together. */
const MAX_NAMES = 300;
const OTHERS = "others";

type Sums = { count: number; failed: number; totalMs: number; maxMs: number };

/** What took how long in the last hour, by name. */
export type DurationRow = { name: string; count: number; failed: number; averageMs: number; maxMs: number };

/** Durations of the last hour by name, in memory: one sum for each name and minute. */
export class RecentDurations {
  private readonly minutes = new Map<number, Map<string, Sums>>();

  add(name: string, ms: number, now: number, failed = false): void {
    const minute = Math.floor(now / MINUTE_MS);
    let names = this.minutes.get(minute);
    if (!names) {
      for (const old of this.minutes.keys()) if (old <= minute - KEPT_MINUTES) this.minutes.delete(old);
      names = new Map();
      this.minutes.set(minute, names);
    }
    const known = names.has(name) || names.size < MAX_NAMES ? name : OTHERS;
    const sums = names.get(known) ?? { count: 0, failed: 0, totalMs: 0, maxMs: 0 };
    names.set(known, {
      count: sums.count + 1,
      failed: sums.failed + Number(failed),
      totalMs: sums.totalMs + ms,
      maxMs: Math.max(sums.maxMs, ms),
    });
  }

  /** Each name of the last hour, the slowest average first. */
  rows(now: number): DurationRow[] {
    const first = Math.floor(now / MINUTE_MS) - KEPT_MINUTES;
    const byName = new Map<string, Sums>();
    for (const [minute, names] of this.minutes)
      if (minute > first)
        for (const [name, sums] of names) {
          const before = byName.get(name);
          byName.set(name, before ? sumOf(before, sums) : sums);
        }
    return [...byName]
      .map(([name, { count, failed, totalMs, maxMs }]) => {
        return { name, count, failed, averageMs: totalMs / count, maxMs };
      })
      .sort((one, other) => other.averageMs - one.averageMs);
  }
}

const sumOf = (one: Sums, other: Sums): Sums => ({
  count: one.count + other.count,
  failed: one.failed + other.failed,
  totalMs: one.totalMs + other.totalMs,
  maxMs: Math.max(one.maxMs, other.maxMs),
});

type Recent = { routes: RecentDurations; queries: RecentDurations };

// The parts of a Next build load this module more than once.
const SHARED = Symbol.for("drayboard.recent-durations");
const held = globalThis as { [SHARED]?: Recent };

/** The requests and the queries of this process in the last hour. */
export function recentDurations(): Recent {
  held[SHARED] ??= { routes: new RecentDurations(), queries: new RecentDurations() };
  return held[SHARED];
}
