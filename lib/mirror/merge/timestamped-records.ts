import type { ReadRecord } from "./record-types";

/** A record as one report reported it, and when it was so. */
export type DatedRecord = ReadRecord & { asOf: Date };

const byAge = (a: DatedRecord, b: DatedRecord) => a.asOf.getTime() - b.asOf.getTime();

/** Relationships that say something: one of which only links came does not hide what another report named. */
const telling = (record: DatedRecord) =>
  Object.fromEntries(Object.entries(record.relationships ?? {}).filter(([, { data }]) => data !== undefined));

/**
 * Each record once, as several reports reported it: where they differ the newer one's word, as of then. `order` decides
 * which is newer.
 */
export function foldReports(
  records: readonly DatedRecord[],
  order: (a: DatedRecord, b: DatedRecord) => number = byAge,
): DatedRecord[] {
  const folded = new Map<string, DatedRecord>();
  for (const record of [...records].sort(order)) {
    const key = JSON.stringify([record.type, record.id]);
    const before = folded.get(key);
    folded.set(
      key,
      before
        ? {
            ...record,
            attributes: { ...before.attributes, ...record.attributes },
            relationships: { ...telling(before), ...telling(record) },
          }
        : record,
    );
  }
  return [...folded.values()];
}
