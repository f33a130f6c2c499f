import type { ChangeEvent, NotedChange } from "./channels";

/** How many changes a process keeps; beyond that it is cheaper to look again at all that is shown. */
export const MOST_KEPT = 1_000;
/** A browser that has missed more records than this reads all it shows again instead. */
const MOST_RECORDS_REPORTED = 1_000;
/** Longer than a page takes from being read here to opening its live feed. */
const LATELY_MS = 10_000;

/** What the database keeps: by `xid`, latest first, and the position of the snapshot it was read in. */
export type StoredChanges = { changes: (NotedChange & { ageMs: number })[]; position: number };

/** A change is noted before its commit. Nothing commits later than this after it. */
const LONGEST_COMMIT_MS = 60_000;

type Kept = NotedChange & { heardAt: number };

/**
 * What changed lately, as this process heard it, for browsers that come back. A position is a PostgreSQL transaction
 * number: who stands at one has heard all that committed with a lower number, and what comes later has it or a higher one.
 * It is good at every process, for transactions that commit in any order; reported twice, a change does no harm.
 */
export class ChangeLog {
  private kept: Kept[] = [];
  private readonly known = new Set<number>();
  /** All changes from this transaction number on are kept. */
  private completeFrom = Number.POSITIVE_INFINITY;
  private reached = 0;

  get position(): number {
    return this.reached;
  }

  /** The feed has come to this position, by whomever it was found out. It never goes back. */
  moveTo(position: number): void {
    this.reached = Math.max(this.reached, position);
  }

  /** Adds what was heard; false when it was known already. */
  add(noted: NotedChange, heardAt: number): boolean {
    if (this.known.has(noted.id)) return false;
    this.known.add(noted.id);
    this.kept.push({ ...noted, heardAt });
    this.moveTo(noted.oldestOpen);
    while (this.kept.length > MOST_KEPT) this.dropOldest();
    return true;
  }

  /**
   * Takes in what the database keeps, unheard by this process. Answers what was not known, oldest first; null when more
   * may have been missed since the last position than is kept.
   */
  fill({ changes, position }: StoredChanges, now: number): ChangeEvent[] | null {
    const before = this.reached;
    const known = this.completeFrom < Number.POSITIVE_INFINITY;
    const last = changes.at(-1);
    // The lowest number that is there may have had others next to it that are not.
    this.completeFrom = last ? last.xid + 1 : 0;
    const missed = changes
      .toReversed()
      .filter(({ ageMs, ...noted }) => this.add(noted, Math.min(now, now - ageMs + LONGEST_COMMIT_MS)));
    this.moveTo(position);
    if (known && before < this.completeFrom) return null;
    return missed.map(({ change }) => change);
  }

  /** What somebody at this position has not heard, as one change; null when that is not known or too much. */
  since(position: number): ChangeEvent | null {
    if (position < this.completeFrom || position > this.reached) return null;
    return merged(this.kept.filter(({ xid }) => xid >= position));
  }

  /** What somebody may have missed who read the mirror in the ten seconds before `now`. */
  lately(now: number): ChangeEvent | null {
    const [oldest] = this.kept;
    const isFull = this.kept.length === MOST_KEPT && oldest !== undefined;
    if (isFull && now - oldest.heardAt < LATELY_MS) return null;
    return merged(this.kept.filter(({ heardAt }) => now - heardAt < LATELY_MS));
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
    ...(jobs.length ? { jobs } : {}),
  };
  const records = change.containers.length + change.shipments.length + change.requests.length;
  return records > MOST_RECORDS_REPORTED ? null : change;
}

/** Whether a change says anything at all. */
export function isEmpty({ containers, shipments, requests, parties, jobs = [] }: ChangeEvent): boolean {
  return !parties && containers.length + shipments.length + requests.length + jobs.length === 0;
}
