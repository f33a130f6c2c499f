/** Taken off or added to instants, so that a clock's or a timer's rounding never makes a promise untrue. */
const MARGIN_MS = 2;
/** How long a promised place is kept for a client that is late. */
const GRACE_MS = 1_000;

/**
 * One rolling window: within any `windowMs` no more than `size` requests are let through. Who is refused is reported the
 * whole seconds after which a place is free, and that place is kept: clients that wait exactly so long are let
 * through, also when several wait, or others come meanwhile. Whoever comes when a promise is due is taken for the
 * one it was made to. Refused requests do not count. Instants are milliseconds that never go back. Asking costs the
 * same however large the window is.
 */
export class RollingWindow {
  /** When the last `size` requests were let through, a ring: `oldest` is the next to be overwritten. */
  private readonly admitted: number[] = [];
  private oldest = 0;
  private newest = Number.NEGATIVE_INFINITY;
  /** When those who were refused are to come again, in order; never more than `size`. */
  private readonly promised: number[] = [];

  constructor(
    readonly size: number,
    private readonly windowMs: number,
  ) {}

  /** Null when a request at `at` is let through; else the seconds after which it is. */
  ask(at: number): number | null {
    this.forgetUnkept(at);
    const due = this.promised[0];
    if (due !== undefined && due - MARGIN_MS <= at) {
      this.promised.shift();
      this.admit(at);
      return null;
    }
    if (this.placeFreeAt(this.promised.length) <= at) {
      this.admit(at);
      return null;
    }
    return this.promise(at);
  }

  /** Whether nothing of it matters any more. */
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

  /** When a place is free next to `others` that are kept. */
  private placeFreeAt(others: number): number {
    if (this.admitted.length + others < this.size) return Number.NEGATIVE_INFINITY;
    // Beyond a whole window of promises nothing is certain: the latest of them and a window's length.
    if (others >= this.size) return (this.promised.at(-1) ?? this.newest) + GRACE_MS + this.windowMs;
    const index = (this.oldest + others + this.admitted.length - this.size) % this.admitted.length;
    return (this.admitted[index] ?? this.newest) + this.windowMs;
  }

  private promise(at: number): number {
    const free = this.placeFreeAt(this.promised.length);
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
