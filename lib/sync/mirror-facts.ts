import { sql } from "drizzle-orm";
import { type JsonApiRecord, relatedMany, relatedOne } from "@/lib/contract/json-api";
import type { Transaction } from "@/lib/db/client";
import { BESIDE_TABLES, BESIDE_TYPES } from "@/lib/mirror/apply-beside";
import { attributeGroup } from "@/lib/mirror/attribute-groups";

type Attributes = Record<string, unknown>;

/** What the mirror has of a record; relationships that readers see stand among the fields by their names. */
export type MirrorFacts = {
  type: string;
  id: string;
  fields: Attributes;
  createdAt: Date | null;
  /** When the mirror last heard about the field; null when never. */
  rightAt(field: string): Date | null;
};

export const keyOf = (type: string, id: string) => JSON.stringify([type, id]);

/** A time in text, as drizzle gives it when the query is our own. */
type Time = string | null;
type Row = { id: string; attributes: Attributes; as_of: Time };
type ContainerRow = Omit<Row, "as_of"> & {
  shipment_id: string | null;
  pod_terminal_id: string | null;
  pickup_facility_id: string | null;
  carrier_as_of: Time;
  terminal_as_of: Time;
  rail_as_of: Time;
};

const timeOf = (value: unknown): Date | null =>
  typeof value === "string" && Date.parse(value) > 0 ? new Date(value) : null;

async function readContainers(tx: Transaction, ids: readonly string[]): Promise<MirrorFacts[]> {
  const { rows } = await tx.execute<ContainerRow>(sql`
    select id, attributes, shipment_id, pod_terminal_id, pickup_facility_id, to_iso(carrier_as_of) as carrier_as_of,
      to_iso(terminal_as_of) as terminal_as_of, to_iso(rail_as_of) as rail_as_of
    from containers where id = any(${sql.param([...ids])}::text[]) order by id for update`);
  return rows.map((row) => ({
    type: "container",
    id: row.id,
    fields: {
      ...row.attributes,
      shipment: row.shipment_id,
      pod_terminal: row.pod_terminal_id,
      pickup_facility: row.pickup_facility_id,
    },
    createdAt: timeOf(row.attributes.created_at),
    rightAt: (field) =>
      timeOf(
        { carrier: row.carrier_as_of, terminal: row.terminal_as_of, rail: row.rail_as_of }[
          attributeGroup(field)
        ],
      ),
  }));
}

const TABLES: Record<string, string> = {
  shipment: "shipments",
  party: "parties",
  tracking_request: "tracking_requests",
  ...BESIDE_TABLES,
};

async function readOthers(tx: Transaction, type: string, ids: readonly string[]): Promise<MirrorFacts[]> {
  const table = TABLES[type];
  if (table === undefined || !ids.length) return [];
  const { rows } = await tx.execute<Row>(sql`
    select id, attributes, to_iso(as_of) as as_of from ${sql.identifier(table)}
    where id = any(${sql.param([...ids])}::text[]) order by id for update`);
  return rows.map((row) => ({
    type,
    id: row.id,
    fields: row.attributes,
    createdAt: timeOf(row.attributes.created_at),
    rightAt: () => timeOf(row.as_of),
  }));
}

/**
 * What the mirror has of these records, by type and id. Their rows are locked, in the order in which whoever applies
 * records takes them, so that nobody changes them between a look before and one after.
 */
export async function readMirror(
  tx: Transaction,
  records: readonly JsonApiRecord[],
): Promise<Map<string, MirrorFacts>> {
  const idsOf = (type: string) => records.filter((record) => record.type === type).map(({ id }) => id);
  const found = [
    ...(await readOthers(tx, "shipment", idsOf("shipment"))),
    ...(await readContainers(tx, idsOf("container"))),
    ...(await readOthers(tx, "party", idsOf("party"))),
    ...(await readOthers(tx, "tracking_request", idsOf("tracking_request"))),
  ];
  for (const type of BESIDE_TYPES) found.push(...(await readOthers(tx, type, idsOf(type))));
  return new Map(found.map((facts) => [keyOf(facts.type, facts.id), facts]));
}

/** Milestones the mirror does not hold, named by container. */
export async function unknownEvents(
  tx: Transaction,
  records: readonly JsonApiRecord[],
): Promise<Map<string, string[]>> {
  const events = records.filter(({ type }) => type === "transport_event");
  if (!events.length) return new Map();
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from transport_events where id = any(${sql.param(events.map(({ id }) => id))}::text[])`);
  const known = new Set(rows.map(({ id }) => id));
  const owners = new Map<string, string>();
  for (const record of records)
    for (const { id } of relatedMany(record, "transport_events")) owners.set(id, record.id);
  const unknown = new Map<string, string[]>();
  for (const event of events) {
    const owner = relatedOne(event, "container")?.id ?? owners.get(event.id);
    if (owner === undefined || known.has(event.id)) continue;
    unknown.set(owner, [...(unknown.get(owner) ?? []), String(event.attributes?.event ?? event.id)]);
  }
  return unknown;
}
