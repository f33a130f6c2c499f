/** How many counts run at once. They may read all rows, and leave the other connections of the pool to reads of rows. */
const MAX_RUNNING = 3;

/**
 * Counts that open boards request. Equal requests that wait share one count. It begins after each of them was made, so
 * it includes what each of them is to see.
 */
export class SharedCounts {
  private readonly waiting = new Map<string, Promise<number>>();
  private readonly turns: (() => void)[] = [];
  private running = 0;

  /** Counts when it is its turn, or returns the count that waits under this key. */
  count(key: string, count: () => Promise<number>): Promise<number> {
    const waiting = this.waiting.get(key);
    if (waiting) return waiting;
    const counted = this.countInTurn(key, count);
    this.waiting.set(key, counted);
    return counted;
  }

  private async countInTurn(key: string, count: () => Promise<number>): Promise<number> {
    // Also without a queue it begins later than this call, which then is in the map.
    await new Promise<void>((resolve) => {
      this.turns.push(resolve);
      this.next();
    });
    this.waiting.delete(key);
    try {
      return await count();
    } finally {
      this.running -= 1;
      this.next();
    }
  }

  private next(): void {
    if (this.running >= MAX_RUNNING) return;
    const turn = this.turns.shift();
    if (!turn) return;
    this.running += 1;
    turn();
  }
}
