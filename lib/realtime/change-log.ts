import type { ChangeEvent, NotedChange } from "./channels";

/** The number of changes a process stores. Beyond it, a browser refetches everything it shows, which costs less. */
export const MAX_KEPT = 1_000;
/** A browser that missed more records than this refetches everything it shows instead. */
const MAX_RECORDS_REPORTED = 1_000;
/** Longer than the time from the server's read of a page until the page opens its event stream. */
const LATELY_MS = 10_000;

/** The changes stored in the database: by `xid`, latest first, with the position of the snapshot they were read in. */
export type StoredChanges = { changes: (NotedChange & { ageMs: number })[]; position: number };

/** A change is recorded before its commit. Every transaction commits within this time after it. */
const MAX_COMMIT_MS = 60_000;

type Kept = NotedChange & { receivedAt: number };

/**
 * Recent changes as received by this process, for browsers that reconnect. A position is a PostgreSQL transaction
 * number. A browser at a position has received all committed changes with a lower number; later changes have that
 * number or a higher one. A position is valid in every process, for transactions that commit in any order. Reporting a
 * change twice does no harm.
 */
export class ChangeLog {
  private kept: Kept[] = [];
  private readonly known = new Set<number>();
  /** All changes from this transaction number on are stored. */
  private completeFrom = Number.POSITIVE_INFINITY;
  private reached = 0;

  get position(): number {
    return this.reached;
  }

  /** Moves the feed to this position, from any source. It never moves back. */
  moveTo(position: number): void {
    this.reached = Math.max(this.reached, position);
  }

  /** Adds a received change. Returns false when it was already stored. */
  add(noted: NotedChange, receivedAt: number): boolean {
    if (this.known.has(noted.id)) return false;
    this.known.add(noted.id);
    this.kept.push({ ...noted, receivedAt });
    this.moveTo(noted.oldestOpen);
    while (this.kept.length > MAX_KEPT) this.dropOldest();
    return true;
  }

  /**
   * Adds the database's changes that this process missed. Returns the new ones, oldest first. Returns null when more
   * may have been missed since the last position than is stored.
   */
  fill({ changes, position }: StoredChanges, now: number): ChangeEvent[] | null {
    const before = this.reached;
    const known = this.completeFrom < Number.POSITIVE_INFINITY;
    const last = changes.at(-1);
    // The deletion may have removed others with the lowest stored number.
    this.completeFrom = last ? last.xid + 1 : 0;
    const missed = changes
      .toReversed()
      .filter(({ ageMs, ...noted }) => this.add(noted, Math.min(now, now - ageMs + MAX_COMMIT_MS)));
    this.moveTo(position);
    if (known && before < this.completeFrom) return null;
    return missed.map(({ change }) => change);
  }

  /** Returns the changes missed since this position, merged into one. Null when they are unknown or too many. */
  since(position: number): ChangeEvent | null {
    if (position < this.completeFrom || position > this.reached) return null;
    return merged(this.kept.filter(({ xid }) => xid >= position));
  }

  /** Returns the changes that a page read in the ten seconds before `now` may have missed. */
  lately(now: number): ChangeEvent | null {
    const [oldest] = this.kept;
    const isFull = this.kept.length === MAX_KEPT && oldest !== undefined;
    if (isFull && now - oldest.receivedAt < LATELY_MS) return null;
    return merged(this.kept.filter(({ receivedAt }) => now - receivedAt < LATELY_MS));
  }

  private dropOldest(): void {
    const dropped = this.kept.shift();
    if (!dropped) return;
    this.known.delete(dropped.id);
    this.completeFrom = Math.max(this.completeFrom, dropped.xid + 1);
  }
}

function merged(noted: readonly NotedChange[]): ChangeEvent | null {
  const all = (kind: "containers" | "shipments" | "requests") => [
    ...new Set(noted.flatMap(({ change }) => change[kind])),
  ];
  const jobs = [...new Set(noted.flatMap(({ change }) => change.jobs ?? []))];
  const change = {
    containers: all("containers"),
    shipments: all("shipments"),
    requests: all("requests"),
    parties: noted.some((each) => each.change.parties),
    jobs: jobs.length ? jobs : undefined,
  };
  const records = change.containers.length + change.shipments.length + change.requests.length;
  return records > MAX_RECORDS_REPORTED ? null : change;
}

/** Returns whether a change contains no records. */
export function isEmpty({ containers, shipments, requests, parties, jobs = [] }: ChangeEvent): boolean {
  return !parties && containers.length + shipments.length + requests.length + jobs.length === 0;
}
