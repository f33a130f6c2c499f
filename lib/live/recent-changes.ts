import type { ChangeEvent } from "./channels";

/** Longer than a page takes from being read here to opening its live feed. */
const REMEMBERED_MS = 10_000;
/** Beyond so many it is cheaper to look again at all that is shown. */
const MOST_REMEMBERED = 100;

/**
 * What changed a moment ago. A page is read before its browser opens the live feed: what changes in between would be
 * missed, so every new listener is told once more. Telling a thing twice does no harm.
 */
export class RecentChanges {
  private remembered: { at: number; change: ChangeEvent }[] = [];

  add(change: ChangeEvent, now: number): void {
    this.remembered = [...this.since(now), { at: now, change }].slice(-MOST_REMEMBERED - 1);
  }

  /** Oldest first; null when there were too many to tell one by one. */
  list(now: number): ChangeEvent[] | null {
    const recent = this.since(now);
    return recent.length > MOST_REMEMBERED ? null : recent.map(({ change }) => change);
  }

  private since(now: number) {
    return this.remembered.filter(({ at }) => now - at < REMEMBERED_MS);
  }
}
