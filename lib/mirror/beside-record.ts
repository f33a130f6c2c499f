import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { customFieldEntry } from "@/lib/contract/custom-field";
import { documentEntry } from "@/lib/contract/document";
import type { Executor } from "@/lib/db/client";
import type { FieldRecordType, HeldField } from "@/lib/dispatch/custom-fields";
import type { Paper, PaperLink } from "@/lib/dispatch/documents";
import type { BesideWhat } from "./beside-readings";
import { notVanished } from "./custom-fields";

/** A record that custom fields stand on, and papers go with. */
export type BesideRecord = { type: FieldRecordType; id: string };

/** Records as `t`: those there are, and that the record's own list did not leave out since. */
const standing = (what: BesideWhat, type: "custom_field" | "document", recordId: string): SQL => sql`
  ${notVanished(type)}
  and not exists (select from beside_readings own where own.what = ${what} and own.container_id = ${recordId}
    and own.listed is not null and t.id <> all(own.listed) and own.as_of > t.as_of
    and own.as_of > coalesce((select w.as_of from beside_readings w where w.what = ${what} and w.container_id = ''),
      '-infinity'))`;

type FieldRow = {
  id: string;
  attributes: unknown;
  recordId: string;
  definitionId: string | null;
  name: string | null;
  held: unknown;
};

const heldField = ({ id, attributes, name, definitionId, held }: FieldRow): HeldField[] => {
  const entry = customFieldEntry(attributes, name);
  return entry ? [{ id, ...entry, definitionId, held }] : [];
};

/** The values of custom fields as `t` that fit, by name. */
async function readFields(executor: Executor, where: SQL): Promise<FieldRow[]> {
  const { rows } = await executor.execute<FieldRow>(sql`
    select t.id, t.attributes, t.attributes -> 'value' as held, d.attributes ->> 'display_name' as name,
      t.relationships #>> '{definition,data,id}' as "definitionId",
      t.relationships #>> '{entity,data,id}' as "recordId"
    from custom_fields t left join custom_field_definitions d on d.id = t.relationships #>> '{definition,data,id}'
    where ${where}
    order by coalesce(d.attributes ->> 'display_name', t.attributes ->> 'api_slug'), t.id`);
  return rows;
}

/** The values of custom fields that a record holds, by name. */
export async function listHeldFields(executor: Executor, record: BesideRecord): Promise<HeldField[]> {
  const rows = await readFields(
    executor,
    sql`t.relationships #>> '{entity,data,id}' = ${record.id}
      and t.relationships #>> '{entity,data,type}' = ${record.type}
      and ${standing("custom_fields", "custom_field", record.id)}`,
  );
  return rows.flatMap(heldField);
}

/** The values that each of some tracking requests holds, by the request's id; requests without any are left out. */
export async function listHeldByRequest(
  executor: Executor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly HeldField[]>> {
  const rows = await readFields(
    executor,
    sql`t.relationships #>> '{entity,data,id}' = any(${sql.param([...ids])}::text[])
      and t.relationships #>> '{entity,data,type}' = 'tracking_request' and ${notVanished("custom_field")}`,
  );
  const held = new Map<string, HeldField[]>();
  for (const row of rows) held.set(row.recordId, [...(held.get(row.recordId) ?? []), ...heldField(row)]);
  return held;
}

type PaperRow = { id: string; attributes: unknown; links: PaperLink[] };

const moreSchema = z.object({
  document_type: z.string().nullish().catch(null),
  byte_size: z.number().nullish().catch(null),
  failed_reason: z.string().nullish().catch(null),
});

const linked = (relation: "cargos" | "shipments"): SQL => sql`
  jsonb_array_elements(case when jsonb_typeof(t.relationships #> array[${relation}, 'data']) = 'array'
    then t.relationships #> array[${relation}, 'data'] else '[]' end) named`;

const paperOf = ({ id, attributes, links }: PaperRow): Paper | null => {
  const entry = documentEntry(id, attributes);
  if (!entry) return null;
  const { document_type: type, byte_size: bytes, failed_reason: failedReason } = moreSchema.parse(attributes);
  return { ...entry, type: type ?? null, bytes: bytes ?? null, failedReason: failedReason ?? null, links };
};

async function readPapers(executor: Executor, where: SQL): Promise<Paper[]> {
  const { rows } = await executor.execute<PaperRow>(sql`
    select t.id, t.attributes, (
      select coalesce(jsonb_agg(jsonb_build_object('type', type, 'id', id, 'number', number) order by type, number, id), '[]')
      from (
        select 'container' as type, named ->> 'id' as id,
          coalesce((select c.attributes ->> 'number' from containers c where c.id = named ->> 'id'), named ->> 'id') as number
        from ${linked("cargos")}
        union
        select 'shipment', named ->> 'id', coalesce((select nullif(s.attributes ->> 'bill_of_lading_number', '')
          from shipments s where s.id = named ->> 'id'), named ->> 'id')
        from ${linked("shipments")}) linked where id is not null) as links
    from documents t where ${where}
    order by t.attributes ->> 'created_at' desc nulls last, t.id`);
  return rows.flatMap((row) => paperOf(row) ?? []);
}

/** The papers that go with a container or a shipment, the newest first. */
export function listPapers(executor: Executor, { type, id }: BesideRecord): Promise<Paper[]> {
  const relation = type === "container" ? "cargos" : "shipments";
  const named = JSON.stringify({ [relation]: { data: [{ id }] } });
  return readPapers(
    executor,
    sql`t.relationships @> ${named}::jsonb and ${standing("documents", "document", id)}`,
  );
}

/** A paper by its id; null when the desk does not hold it. */
export async function findPaper(executor: Executor, id: string): Promise<Paper | null> {
  if (id.includes("\0")) return null;
  const [paper] = await readPapers(executor, sql`t.id = ${id} and ${notVanished("document")}`);
  return paper ?? null;
}

/** The paper that holds the same file, by the SHA-256 of its bytes; null when the desk holds none. */
export async function findPaperOfFile(executor: Executor, checksum: string): Promise<Paper | null> {
  const [paper] = await readPapers(
    executor,
    sql`t.attributes ->> 'checksum' = ${checksum} and ${notVanished("document")}`,
  );
  return paper ?? null;
}
