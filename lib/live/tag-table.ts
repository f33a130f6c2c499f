/** A tag as PostgreSQL keeps it, and how long ago by the database's clock it was expired, ms. */
export type StoredTag = { tag: string; ageMs: number };

/** A stored tag was stamped inside its transaction. Nothing that expires tags commits later than this after it. */
const LONGEST_COMMIT_MS = 60_000;

/** Epoch ms by the clock Next stamps its entries with: it does not jump with the system's, and has fractions. */
const processClock = () => performance.timeOrigin + performance.now();

/**
 * When each cache tag was last expired, by this process's own clock: the instant its NOTIFY arrived, which is after
 * the commit; for what was not heard, what PostgreSQL keeps. An entry whose making began before that instant may hold old facts and is not served. While the process
 * hears nothing, nothing cached is served; what was cached before a gap is never served again.
 */
export class TagTable {
  private readonly expiredAt = new Map<string, number>();
  private allExpiredAt = Number.POSITIVE_INFINITY;

  /** The ear is open: entries made from now on can be trusted. */
  opened(now = processClock()): void {
    this.allExpiredAt = now;
  }

  /** Takes in what expired unheard, before this process or in a gap: pages in files outlive both. */
  remember(stored: Iterable<StoredTag>, now = processClock()): void {
    for (const { tag, ageMs } of stored) {
      const at = Math.min(now, now - ageMs + LONGEST_COMMIT_MS);
      this.expiredAt.set(tag, Math.max(at, this.expiredAt.get(tag) ?? 0));
    }
  }

  /** The ear is closed: trust nothing. */
  closed(): void {
    this.allExpiredAt = Number.POSITIVE_INFINITY;
  }

  expire(tags: Iterable<string>, now = processClock()): void {
    for (const tag of tags) this.expiredAt.set(tag, now);
  }

  /** Whether an entry with these tags, begun at `begunAt` (epoch ms), may be out of date. */
  isOutOfDate(tags: Iterable<string>, begunAt: number): boolean {
    if (begunAt <= this.allExpiredAt) return true;
    for (const tag of tags) if ((this.expiredAt.get(tag) ?? 0) >= begunAt) return true;
    return false;
  }

  /** The latest expiry of these tags, epoch ms; 0 when none was expired. */
  lastExpiry(tags: Iterable<string>): number {
    let last = 0;
    for (const tag of tags) last = Math.max(last, this.expiredAt.get(tag) ?? 0);
    return last;
  }
}
