import { isRecordTag } from "./cache-tags";

/** A tag as stored in PostgreSQL, and its age since expiry by the database's clock, in ms. */
export type StoredTag = { tag: string; ageMs: number };

/** Two clocks, in epoch ms. The process clock stops while the machine sleeps. The wall clock continues but may jump. */
export type Clocks = { process: () => number; wall: () => number };

/**
 * A stored tag is stamped inside its transaction. Every transaction that expires tags commits within this time after
 * the stamp.
 */
const MAX_COMMIT_MS = 60_000;
/**
 * How long a process serves cached entries after the last confirmation that it received everything. Covers a heartbeat
 * and its response.
 */
const MAX_UNPROVEN_MS = 15_000;
/**
 * The number of records whose expiry is stored individually. Beyond it, the half that expired longest ago shares one
 * instant.
 */
const MAX_RECORDS = 200_000;

/**
 * `process` is the clock that Next stamps its entries with: it has fractions and does not jump with the system clock.
 */
const CLOCKS: Clocks = { process: () => performance.timeOrigin + performance.now(), wall: Date.now };

const commitOf = (ageMs: number, now: number) => Math.min(now, now - ageMs + MAX_COMMIT_MS);

/**
 * Stores when each cache tag last expired, by this process's own clock. That is the instant its NOTIFY arrived, which
 * is after the commit. For missed notifications the value stored in PostgreSQL is used. An entry that was begun before
 * that instant may hold old facts and is not served. No cached entry is served while the listener is closed, or without
 * a confirmation for 15 s. An entry from before a gap is never served again.
 */
export class TagTable {
  private readonly expiredAt = new Map<string, number>();
  private allExpiredAt = Number.POSITIVE_INFINITY;
  /** No record that is missing from the map expired later than this. */
  private othersExpiredAt = 0;
  private provenAt = { process: Number.NEGATIVE_INFINITY, wall: Number.NEGATIVE_INFINITY };

  constructor(
    private readonly clocks: Clocks = CLOCKS,
    private readonly mostRecords = MAX_RECORDS,
  ) {}

  /** Called when the listener is open. Entries created from now on can be trusted. */
  opened(now = this.clocks.process()): void {
    this.allExpiredAt = now;
    this.provenAt = this.instant();
  }

  /**
   * Called when a heartbeat is sent to the listener. Call the returned function on the response: everything sent before
   * the heartbeat was received.
   */
  asked(): () => void {
    const requested = this.instant();
    return () => {
      this.provenAt = requested;
    };
  }

  /** Adds expiries that were missed before this process started or during a gap. Pages in files survive both. */
  remember(stored: Iterable<StoredTag>, now = this.clocks.process()): void {
    for (const { tag, ageMs } of stored) this.note(tag, commitOf(ageMs, now));
    this.keepWithinBounds();
  }

  /** Adds the age of the latest expiry that PostgreSQL has deleted. */
  rememberForgotten(ageMs: number, now = this.clocks.process()): void {
    this.othersExpiredAt = Math.max(this.othersExpiredAt, commitOf(ageMs, now));
  }

  /** Called when the listener is closed. No entry can be trusted. */
  closed(): void {
    this.allExpiredAt = Number.POSITIVE_INFINITY;
  }

  expire(tags: Iterable<string>, now = this.clocks.process()): void {
    for (const tag of tags) this.note(tag, now);
    this.keepWithinBounds();
  }

  /** Returns whether an entry with these tags, begun at `begunAt` (epoch ms, process clock), may be outdated. */
  isOutOfDate(tags: Iterable<string>, begunAt: number): boolean {
    return begunAt <= this.allExpiredAt || this.isBehind() || this.lastExpiry(tags) >= begunAt;
  }

  /**
   * Returns whether a page in a file, written at `writtenAt` (epoch ms by the wall clock), may be outdated. It contains
   * no Drayboard facts, so it is checked against the known expiries, even while the listener is closed.
   */
  isFileOutOfDate(tags: Iterable<string>, writtenAt: number): boolean {
    // After sleep the process clock is behind the wall clock. The file must not look newer because of it.
    const sleptMs = Math.max(0, this.clocks.wall() - this.clocks.process());
    return this.lastExpiry(tags) >= writtenAt - sleptMs;
  }

  /** Returns the latest expiry of these tags, in epoch ms. Returns 0 when none expired. */
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
    return unprovenMs > MAX_UNPROVEN_MS;
  }

  private instant() {
    return { process: this.clocks.process(), wall: this.clocks.wall() };
  }

  /** Moves the tag to the end: the map is ordered by insertion. */
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
