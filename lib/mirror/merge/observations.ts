import { type JsonApiRecord, relatedMany } from "@/lib/contract/json-api";
import { factsOf, type Unconfirmed } from "./facts";
import type { Observation } from "./merge";
import { type RecordKind, type SortedRecords, sortRecords, type Unreadable } from "./record-types";
import { keptRelationships } from "./relationships";
import type { DatedRecord } from "./timestamped-records";

/**
 * The origin of facts and their instant. A notification has its receive time; a fetch has the time until which it was
 * read.
 */
export type Origin = { asOf: Date; notificationId: string | null; receivedAt?: Date; readUntil?: Date };
/** The records of one document and their origin. */
export type Report = { records: readonly JsonApiRecord[]; origin: Origin };
export type ReadReport = { sorted: SortedRecords; unreadable: Unreadable[]; origin: Origin };

export const readReport = ({ records, origin }: Report): ReadReport => ({ ...sortRecords(records), origin });

const unconfirmedSince = (fields: readonly string[], asOf: Date): Unconfirmed =>
  Object.fromEntries(fields.map((field) => [field, asOf.toISOString()]));

/** Returns the observations of each container or shipment in the reports, by id. */
export function observationsOf(
  read: readonly ReadReport[],
  kind: "container" | "shipment",
): Map<string, Observation[]> {
  const reported = new Map<string, Observation[]>();
  for (const { sorted, origin } of read)
    for (const record of sorted[kind]) {
      const list = reported.get(record.id) ?? [];
      reported.set(record.id, list);
      list.push({
        asOf: origin.asOf,
        readUntil: origin.readUntil ?? null,
        receivedAt: origin.receivedAt ?? origin.asOf,
        notificationId: origin.notificationId,
        facts: factsOf(
          record.attributes,
          keptRelationships(record),
          unconfirmedSince(record.unconfirmed, origin.asOf),
        ),
        always: origin.receivedAt !== undefined,
      });
    }
  return reported;
}

/** Returns the reports' records of one type, each dated by its report. */
export const datedRecords = (read: readonly ReadReport[], kind: RecordKind): DatedRecord[] =>
  read.flatMap(({ sorted, origin }) => sorted[kind].map((record) => ({ ...record, asOf: origin.asOf })));

/** Returns the container of each event, from the containers' own relationships. */
export function eventOwners(read: readonly ReadReport[]): Map<string, string> {
  const owners = new Map<string, string>();
  for (const { sorted } of read)
    for (const container of sorted.container)
      for (const event of relatedMany(container, "transport_events")) owners.set(event.id, container.id);
  return owners;
}
