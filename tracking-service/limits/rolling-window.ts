/** Subtracted from or added to instants, so that clock or timer rounding never breaks a reservation. */
const MARGIN_MS = 2;
/** How long a slot stays reserved for a late client. */
const GRACE_MS = 1_000;

/**
 * One rolling window: within any `windowMs` at most `size` requests are accepted. A rejected request gets the whole
 * seconds until a slot is free, and that slot is reserved. Clients that wait exactly that long are accepted, even with
 * several waiting clients or new requests in between. A request that arrives when a reservation is due uses that
 * reservation. Rejected requests do not count. Instants are milliseconds that never go back. The cost of a check does
 * not depend on the window size.
 */
export class RollingWindow {
  /** Times of the last `size` accepted requests, as a ring. `oldest` is the next index to overwrite. */
  private readonly admitted: number[] = [];
  private oldest = 0;
  private newest = Number.NEGATIVE_INFINITY;
  /** Times when rejected clients may return, in order. At most `size`. */
  private readonly promised: number[] = [];

  constructor(
    readonly size: number,
    private readonly windowMs: number,
  ) {}

  /** Returns null when a request at `at` is accepted, otherwise the seconds to wait. */
  ask(at: number): number | null {
    this.forgetUnkept(at);
    const due = this.promised[0];
    if (due !== undefined && due - MARGIN_MS <= at) {
      this.promised.shift();
      this.admit(at);
      return null;
    }
    if (this.slotFreeAt(this.promised.length) <= at) {
      this.admit(at);
      return null;
    }
    return this.promise(at);
  }

  /** Whether all its entries have expired. */
  isOver(at: number): boolean {
    this.forgetUnkept(at);
    return this.promised.length === 0 && at - this.newest >= this.windowMs;
  }

  private admit(at: number): void {
    if (this.admitted.length < this.size) {
      this.admitted.push(at);
    } else {
      this.admitted[this.oldest] = at;
      this.oldest = (this.oldest + 1) % this.size;
    }
    this.newest = at;
  }

  /** When a slot is free in addition to `others` reserved slots. */
  private slotFreeAt(others: number): number {
    if (this.admitted.length + others < this.size) return Number.NEGATIVE_INFINITY;
    // Beyond a full window of reservations the exact time is unknown. The result is the last reservation plus one
    // window.
    if (others >= this.size) return (this.promised.at(-1) ?? this.newest) + GRACE_MS + this.windowMs;
    const index = (this.oldest + others + this.admitted.length - this.size) % this.admitted.length;
    return (this.admitted[index] ?? this.newest) + this.windowMs;
  }

  private promise(at: number): number {
    const free = this.slotFreeAt(this.promised.length);
    const seconds = Math.max(1, Math.ceil((free + MARGIN_MS - at) / 1000));
    if (this.promised.length < this.size) {
      const due = at + seconds * 1000;
      let index = this.promised.length;
      while (index > 0 && (this.promised[index - 1] ?? 0) > due) index -= 1;
      this.promised.splice(index, 0, due);
    }
    return seconds;
  }

  private forgetUnkept(at: number): void {
    let unkept = 0;
    while ((this.promised[unkept] ?? at) + GRACE_MS < at) unkept += 1;
    if (unkept > 0) this.promised.splice(0, unkept);
  }
}
