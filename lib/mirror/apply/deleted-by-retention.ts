import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Identifier, type JsonApiRecord, relatedMany, relatedOne } from "@/lib/contract/json-api";
import { textOf } from "@/lib/mirror/merge/relationships";
import type { Transaction } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";

/** The records of one document. */
type Document = { records: readonly JsonApiRecord[] };

const keyOf = ({ type, id }: Identifier): string => `${type} ${id}`;

/** The records that a record belongs to: it is of no use without one of them. */
function ownersOf(record: JsonApiRecord): Identifier[] {
  if (record.type === "transport_event") return [relatedOne(record, "container")].flatMap((one) => one ?? []);
  if (record.type === "custom_field")
    return [relatedOne(record, "entity")].flatMap((one) =>
      one ? [{ ...one, type: containerType(one) }] : [],
    );
  if (record.type === "document")
    return [...relatedMany(record, "cargos"), ...relatedMany(record, "shipments")].map((one) => ({
      ...one,
      type: containerType(one),
    }));
  if (record.type === "party_role") {
    const type = textOf(record.attributes ?? {}, "roleable_type")?.toLowerCase();
    const id = textOf(record.attributes ?? {}, "roleable_id");
    return type && id ? [{ type: containerType({ type }), id }] : [];
  }
  return [];
}

/** The service also calls a container a cargo. */
const containerType = ({ type }: { type: string }): string => (type === "cargo" ? "container" : type);

/** The events that containers name: included events do not name their container. */
const eventsOf = (records: readonly JsonApiRecord[]): Map<string, Identifier> =>
  new Map(
    records
      .filter(({ type }) => type === "container")
      .flatMap((container) =>
        relatedMany(container, "transport_events").map((event) => [
          event.id,
          { type: "container", id: container.id },
        ]),
      ),
  );

const deletedSchema = z.object({ type: z.string(), id: z.string() });

async function findDeleted(tx: Transaction, asked: readonly Identifier[]): Promise<Set<string>> {
  const rows = await queryRows(
    tx,
    deletedSchema,
    sql`
      select d.type, d.id from deleted_by_retention d
      where (d.type, d.id) in (select * from unnest(${sql.param(asked.map(({ type }) => type))}::text[],
        ${sql.param(asked.map(({ id }) => id))}::text[]))`,
  );
  return new Set(rows.map(keyOf));
}

/**
 * Ends the deletion of the shipments that new tracking requests found: a user tracks the number again. Their containers are
 * known again as well.
 */
async function restoreRequested(
  tx: Transaction,
  records: readonly JsonApiRecord[],
  deleted: Set<string>,
): Promise<void> {
  const shipments = records
    .filter((record) => record.type === "tracking_request" && !deleted.has(keyOf(record)))
    .flatMap((record) => relatedOne(record, "tracked_object") ?? [])
    .filter((found) => found.type === "shipment" && deleted.has(keyOf(found)))
    .map(({ id }) => id);
  if (shipments.length === 0) return;
  const restored = await queryRows(
    tx,
    deletedSchema,
    sql`
      delete from deleted_by_retention where (type = 'shipment' and id = any(${sql.param(shipments)}::text[]))
        or shipment_id = any(${sql.param(shipments)}::text[])
      returning type, id`,
  );
  for (const one of restored) deleted.delete(keyOf(one));
}

/**
 * Returns the documents without the records that retention deleted and without what belongs only to such records. A new
 * tracking request for a deleted shipment restores it.
 */
export async function withoutDeleted<Given extends Document>(
  tx: Transaction,
  documents: readonly Given[],
): Promise<readonly Given[]> {
  const records = documents.flatMap((document) => document.records);
  const events = eventsOf(records);
  const owners = (record: JsonApiRecord): Identifier[] => {
    const own = ownersOf(record);
    const container = record.type === "transport_event" ? events.get(record.id) : undefined;
    return own.length === 0 && container ? [container] : own;
  };
  const named = records.flatMap((record) => [
    record,
    ...owners(record),
    ...(record.type === "tracking_request" ? [relatedOne(record, "tracked_object")] : []),
  ]);
  const asked = named.flatMap((one) =>
    one && ["container", "shipment", "tracking_request"].includes(one.type) ? [one] : [],
  );
  if (asked.length === 0) return documents;
  const deleted = await findDeleted(tx, [...new Map(asked.map((one) => [keyOf(one), one])).values()]);
  if (deleted.size === 0) return documents;
  await restoreRequested(tx, records, deleted);
  const isKept = (record: JsonApiRecord): boolean => {
    if (deleted.has(keyOf(record))) return false;
    const own = owners(record);
    return own.length === 0 || own.some((owner) => !deleted.has(keyOf(owner)));
  };
  return documents.map((document) => ({ ...document, records: document.records.filter(isKept) }));
}
