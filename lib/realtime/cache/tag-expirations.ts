import { isRecordTag } from "./cache-tags";

/** A tag as PostgreSQL keeps it, and how long ago by the database's clock it was expired, ms. */
export type StoredTag = { tag: string; ageMs: number };

/** Two clocks, epoch ms: that of the process stands still while the machine sleeps, the wall's does not but may jump. */
export type Clocks = { process: () => number; wall: () => number };

/** A stored tag was stamped inside its transaction. Nothing that expires tags commits later than this after it. */
const LONGEST_COMMIT_MS = 60_000;
/** How long a process trusts what it cached after it last knew that it had heard everything: a heartbeat and its answer. */
const LONGEST_UNPROVEN_MS = 15_000;
/** Records whose expiry is remembered one by one; of more, the half that expired longest ago shares one instant. */
const MOST_RECORDS = 200_000;

/** `process` is the clock Next stamps its entries with: it has fractions and does not jump with the system's. */
const CLOCKS: Clocks = { process: () => performance.timeOrigin + performance.now(), wall: Date.now };

const commitOf = (ageMs: number, now: number) => Math.min(now, now - ageMs + LONGEST_COMMIT_MS);

/**
 * When each cache tag was last expired, by this process's own clock: the instant its NOTIFY arrived, which is after
 * the commit; for what was not heard, what PostgreSQL keeps. An entry whose making began before that instant may hold
 * old facts and is not served. While the process hears nothing, or has not known for 15 s that it heard all, nothing
 * cached is served; what was cached before a gap is never served again.
 */
export class TagTable {
  private readonly expiredAt = new Map<string, number>();
  private allExpiredAt = Number.POSITIVE_INFINITY;
  /** No record that is not in the map was expired later. */
  private othersExpiredAt = 0;
  private provenAt = { process: Number.NEGATIVE_INFINITY, wall: Number.NEGATIVE_INFINITY };

  constructor(
    private readonly clocks: Clocks = CLOCKS,
    private readonly mostRecords = MOST_RECORDS,
  ) {}

  /** The listener is open: entries made from now on can be trusted. */
  opened(now = this.clocks.process()): void {
    this.allExpiredAt = now;
    this.provenAt = this.instant();
  }

  /** The listener is being asked; call what this gives with the answer: all that was said before the question was heard. */
  asked(): () => void {
    const asked = this.instant();
    return () => {
      this.provenAt = asked;
    };
  }

  /** Takes in what expired unheard, before this process or in a gap: pages in files outlive both. */
  remember(stored: Iterable<StoredTag>, now = this.clocks.process()): void {
    for (const { tag, ageMs } of stored) this.note(tag, commitOf(ageMs, now));
    this.keepWithinBounds();
  }

  /** Takes in how long ago the latest of those expired that PostgreSQL keeps no longer. */
  rememberForgotten(ageMs: number, now = this.clocks.process()): void {
    this.othersExpiredAt = Math.max(this.othersExpiredAt, commitOf(ageMs, now));
  }

  /** The listener is closed: trust nothing. */
  closed(): void {
    this.allExpiredAt = Number.POSITIVE_INFINITY;
  }

  expire(tags: Iterable<string>, now = this.clocks.process()): void {
    for (const tag of tags) this.note(tag, now);
    this.keepWithinBounds();
  }

  /** Whether an entry with these tags, begun at `begunAt` (epoch ms, process clock), may be out of date. */
  isOutOfDate(tags: Iterable<string>, begunAt: number): boolean {
    return begunAt <= this.allExpiredAt || this.isBehind() || this.lastExpiry(tags) >= begunAt;
  }

  /**
   * Whether a page in a file, written at `writtenAt` (epoch ms by the wall's clock), may be out of date. It holds no
   * facts of the dashboard, so it is judged by what is known, also while nothing is heard.
   */
  isFileOutOfDate(tags: Iterable<string>, writtenAt: number): boolean {
    // A machine that slept has a process clock that is behind: the file must not look younger for it.
    const sleptMs = Math.max(0, this.clocks.wall() - this.clocks.process());
    return this.lastExpiry(tags) >= writtenAt - sleptMs;
  }

  /** The latest expiry of these tags, epoch ms; 0 when none was expired. */
  lastExpiry(tags: Iterable<string>): number {
    let last = 0;
    for (const tag of tags) {
      const known = this.expiredAt.get(tag) ?? (isRecordTag(tag) ? this.othersExpiredAt : 0);
      last = Math.max(last, known);
    }
    return last;
  }

  private isBehind(): boolean {
    const { process, wall } = this.instant();
    const unprovenMs = Math.max(process - this.provenAt.process, wall - this.provenAt.wall);
    return unprovenMs > LONGEST_UNPROVEN_MS;
  }

  private instant() {
    return { process: this.clocks.process(), wall: this.clocks.wall() };
  }

  /** Moves the tag to the end: the map stands in the order of what was noted. */
  private note(tag: string, at: number): void {
    const latest = Math.max(at, this.expiredAt.get(tag) ?? 0);
    this.expiredAt.delete(tag);
    this.expiredAt.set(tag, latest);
  }

  private keepWithinBounds(): void {
    if (this.expiredAt.size <= this.mostRecords) return;
    let tooMany = this.expiredAt.size - Math.floor(this.mostRecords / 2);
    for (const [tag, at] of this.expiredAt) {
      if (tooMany <= 0) return;
      tooMany -= 1;
      if (!isRecordTag(tag)) continue;
      this.expiredAt.delete(tag);
      this.othersExpiredAt = Math.max(this.othersExpiredAt, at);
    }
  }
}
