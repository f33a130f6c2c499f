import { expect } from "vitest";
import { CONTAINER, type SubjectKind } from "./history-types";
import { type DatedChange, type Known, mergeInOrder, type Observation } from "./merge";
import { replay } from "./replay-history";

export const keyOf = ({ field, before, after, asOf, notificationId }: DatedChange) =>
  JSON.stringify([asOf, field, before, after, notificationId]);

/** Simulates what the mirror stores for one record: applies batches as the tables do. */
export class Kept {
  known: Known | null = null;
  changes: DatedChange[] = [];
  private reports: Observation[] = [];

  constructor(private readonly kind: SubjectKind = CONTAINER) {}

  take(batch: readonly Observation[]): void {
    const merged =
      mergeInOrder(this.kind, this.known, batch) ?? replay(this.kind, this.known, this.reports, batch);
    const { facts, ages, readUntil } = merged;
    if (this.known === null || merged.differs || merged.aged) this.known = { facts, ages, readUntil };
    const gone = new Set(merged.withdrawn.map(keyOf));
    const left = this.changes.filter((change) => !gone.has(keyOf(change)));
    expect(left).toHaveLength(this.changes.length - merged.withdrawn.length);
    this.changes = [...left, ...merged.changes];
    this.reports.push(...merged.stored);
  }
}
