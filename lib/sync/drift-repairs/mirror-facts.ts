import { sql } from "drizzle-orm";
import { z } from "zod";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import { RELATED_TABLES, RELATED_TYPES } from "@/lib/mirror/apply/apply-supplementary-records";
import { attributeGroup } from "@/lib/mirror/merge/attribute-groups";
import { idIn } from "@/lib/mirror/merge/facts";
import type { Transaction } from "@/lib/platform/database/client";
import { queryRows, storedJson } from "@/lib/platform/database/rows";

type Attributes = Record<string, unknown>;

/** A record as stored in the mirror. Its relationships are fields under their names, with ids as values. */
export type MirrorFacts = {
  type: string;
  id: string;
  fields: Attributes;
  createdAt: Date | null;
  /** When the mirror last received a report of the field. Null when never. */
  lastCorrectAt(field: string): Date | null;
};

export const keyOf = (type: string, id: string) => JSON.stringify([type, id]);

const rowSchema = z.object({
  id: z.string(),
  attributes: storedJson<Attributes>(),
  relationships: storedJson<Attributes>(),
  as_of: z.string().nullable(),
});
type Row = z.infer<typeof rowSchema>;

const timeOf = (value: unknown): Date | null =>
  typeof value === "string" && Date.parse(value) > 0 ? new Date(value) : null;

/** Stored as separate records, which Drayboard writes without these lists. */
const OWN_RECORDS = new Set(["party_roles", "options"]);

const listOf = (value: unknown): unknown[] | null => {
  const data = typeof value === "object" && value !== null && "data" in value ? value.data : null;
  return Array.isArray(data) ? data : null;
};

/** Returns attributes and relationships as fields: the id of the related record, or the ids in order. */
function fieldsOf({ attributes, relationships }: Pick<Row, "attributes" | "relationships">): Attributes {
  const fields = { ...attributes };
  for (const [name, value] of Object.entries(relationships)) {
    if (OWN_RECORDS.has(name)) continue;
    const many = listOf(value);
    fields[name] = many ? many.map((data) => idIn({ data })).sort() : idIn(value);
  }
  return fields;
}

const containerRowSchema = rowSchema.omit({ as_of: true }).extend({
  carrier_as_of: z.string().nullable(),
  terminal_as_of: z.string().nullable(),
  rail_as_of: z.string().nullable(),
});

async function readContainers(tx: Transaction, ids: readonly string[]): Promise<MirrorFacts[]> {
  const rows = await queryRows(
    tx,
    containerRowSchema,
    sql`
      select id, attributes, relationships, to_iso(carrier_as_of) as carrier_as_of,
        to_iso(terminal_as_of) as terminal_as_of, to_iso(rail_as_of) as rail_as_of
      from containers where id = any(${sql.param([...ids])}::text[]) order by id for update`,
  );
  return rows.map((row) => ({
    type: "container",
    id: row.id,
    fields: fieldsOf(row),
    createdAt: timeOf(row.attributes.created_at),
    lastCorrectAt: (field) =>
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
  // A party references no other record.
  const relationships = type === "party" ? sql`'{}'::jsonb` : sql`relationships`;
  const rows = await queryRows(
    tx,
    rowSchema,
    sql`
      select id, attributes, ${relationships} as relationships, to_iso(as_of) as as_of from ${sql.identifier(table)}
      where id = any(${sql.param([...ids])}::text[]) order by id for update`,
  );
  return rows.map((row) => ({
    type,
    id: row.id,
    fields: fieldsOf(row),
    createdAt: timeOf(row.attributes.created_at),
    lastCorrectAt: () => timeOf(row.as_of),
  }));
}

/**
 * Returns these records from the mirror, by type and id. Locks their rows in the order used when records are applied,
 * so that they cannot change between the read before and the read after.
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

/** A milestone as stored in the mirror; `at` as the service wrote it. */
export type KeptMilestone = {
  id: string;
  containerId: string | null;
  event: string;
  at: string | null;
  receivedAt: Date | null;
};

const milestoneSchema = z.object({
  id: z.string(),
  containerId: z.string().nullable(),
  event: z.string(),
  at: z.string().nullable(),
  received_at: z.string().nullable(),
});

/** Returns those of these milestones that are in the mirror, by id. */
export async function readMilestones(
  tx: Transaction,
  records: readonly JsonApiRecord[],
): Promise<Map<string, KeptMilestone>> {
  const ids = records.filter(({ type }) => type === "transport_event").map(({ id }) => id);
  if (!ids.length) return new Map();
  const rows = await queryRows(
    tx,
    milestoneSchema,
    sql`
      select id, container_id as "containerId", coalesce(attributes ->> 'event', id) as event,
        attributes ->> 'timestamp' as at, to_iso(as_of) as received_at
      from transport_events where id = any(${sql.param(ids)}::text[]) order by id`,
  );
  return new Map(
    rows.map(({ received_at, ...row }) => [row.id, { ...row, receivedAt: timeOf(received_at) }]),
  );
}
