import type { ReadRecord } from "./record-types";

/** A record from one report, with the report's instant. */
export type DatedRecord = ReadRecord & { asOf: Date };

const byAge = (a: DatedRecord, b: DatedRecord) => a.asOf.getTime() - b.asOf.getTime();

/**
 * Returns the relationships that contain data. A relationship with only links does not replace one that another report
 * named.
 */
const telling = (record: DatedRecord) =>
  Object.fromEntries(Object.entries(record.relationships ?? {}).filter(([, { data }]) => data !== undefined));

/**
 * Merges several reports into each record once. Where they differ the newer report wins, and the record is dated by it.
 * `order` decides which is newer.
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
