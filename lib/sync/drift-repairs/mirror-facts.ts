import { sql } from "drizzle-orm";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import { RELATED_TABLES, RELATED_TYPES } from "@/lib/mirror/apply/apply-supplementary-records";
import { attributeGroup } from "@/lib/mirror/merge/attribute-groups";
import { idIn } from "@/lib/mirror/merge/facts";
import type { Transaction } from "@/lib/platform/database/client";

type Attributes = Record<string, unknown>;

/** What the mirror has of a record; its relationships stand among the fields by their names, as ids. */
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
type Row = { id: string; attributes: Attributes; relationships: Attributes; as_of: Time };
type ContainerRow = Omit<Row, "as_of"> & {
  carrier_as_of: Time;
  terminal_as_of: Time;
  rail_as_of: Time;
};

const timeOf = (value: unknown): Date | null =>
  typeof value === "string" && Date.parse(value) > 0 ? new Date(value) : null;

/** Kept as records of their own, which Drayboard writes without these lists. */
const OWN_RECORDS = new Set(["party_roles", "options"]);

const listOf = (value: unknown): unknown[] | null => {
  const data = typeof value === "object" && value !== null && "data" in value ? value.data : null;
  return Array.isArray(data) ? data : null;
};

/** Attributes and relationships as fields: the id of the record that one names, or the ids in their order. */
function fieldsOf({ attributes, relationships }: Pick<Row, "attributes" | "relationships">): Attributes {
  const fields = { ...attributes };
  for (const [name, value] of Object.entries(relationships)) {
    if (OWN_RECORDS.has(name)) continue;
    const many = listOf(value);
    fields[name] = many ? many.map((data) => idIn({ data })).sort() : idIn(value);
  }
  return fields;
}

async function readContainers(tx: Transaction, ids: readonly string[]): Promise<MirrorFacts[]> {
  const { rows } = await tx.execute<ContainerRow>(sql`
    select id, attributes, relationships, to_iso(carrier_as_of) as carrier_as_of,
      to_iso(terminal_as_of) as terminal_as_of, to_iso(rail_as_of) as rail_as_of
    from containers where id = any(${sql.param([...ids])}::text[]) order by id for update`);
  return rows.map((row) => ({
    type: "container",
    id: row.id,
    fields: fieldsOf(row),
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
  ...RELATED_TABLES,
};

async function readOthers(tx: Transaction, type: string, ids: readonly string[]): Promise<MirrorFacts[]> {
  const table = TABLES[type];
  if (table === undefined || !ids.length) return [];
  // A party names no other record.
  const relationships = type === "party" ? sql`'{}'::jsonb` : sql`relationships`;
  const { rows } = await tx.execute<Row>(sql`
    select id, attributes, ${relationships} as relationships, to_iso(as_of) as as_of from ${sql.identifier(table)}
    where id = any(${sql.param([...ids])}::text[]) order by id for update`);
  return rows.map((row) => ({
    type,
    id: row.id,
    fields: fieldsOf(row),
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
  for (const type of RELATED_TYPES) found.push(...(await readOthers(tx, type, idsOf(type))));
  return new Map(found.map((facts) => [keyOf(facts.type, facts.id), facts]));
}

/** A milestone as the mirror holds it; `at` as the service wrote it. */
export type KeptMilestone = {
  id: string;
  containerId: string | null;
  event: string;
  at: string | null;
  heardAt: Date | null;
};

/** Those of these milestones that the mirror holds, by id. */
export async function readMilestones(
  tx: Transaction,
  records: readonly JsonApiRecord[],
): Promise<Map<string, KeptMilestone>> {
  const ids = records.filter(({ type }) => type === "transport_event").map(({ id }) => id);
  if (!ids.length) return new Map();
  const { rows } = await tx.execute<Omit<KeptMilestone, "heardAt"> & { heard_at: Time }>(sql`
    select id, container_id as "containerId", coalesce(attributes ->> 'event', id) as event,
      attributes ->> 'timestamp' as at, to_iso(as_of) as heard_at
    from transport_events where id = any(${sql.param(ids)}::text[]) order by id`);
  return new Map(rows.map(({ heard_at, ...row }) => [row.id, { ...row, heardAt: timeOf(heard_at) }]));
}
