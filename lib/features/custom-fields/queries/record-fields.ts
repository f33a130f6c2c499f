import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { customFieldEntry } from "@/lib/contract/custom-field";
import type { HeldField } from "@/lib/features/custom-fields/rules/custom-field";
import { isHeldField, type RelatedRecord } from "@/lib/mirror/read-status";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";

const fieldRowSchema = z.object({
  id: z.string(),
  attributes: z.unknown(),
  recordId: z.string(),
  definitionId: z.string().nullable(),
  name: z.string().nullable(),
  held: z.unknown(),
});
type FieldRow = z.infer<typeof fieldRowSchema>;

const heldField = ({ id, attributes, name, definitionId, held }: FieldRow): HeldField[] => {
  const entry = customFieldEntry(attributes, name);
  return entry ? [{ id, ...entry, definitionId, held }] : [];
};

/** Reads the custom field values (alias `t`) that match a condition, by name. */
async function readFields(executor: Executor, where: SQL): Promise<FieldRow[]> {
  return queryRows(
    executor,
    fieldRowSchema,
    sql`
      select t.id, t.attributes, t.attributes -> 'value' as held, d.attributes ->> 'display_name' as name,
        t.relationships #>> '{definition,data,id}' as "definitionId",
        t.relationships #>> '{entity,data,id}' as "recordId"
      from custom_fields t left join custom_field_definitions d on d.id = t.relationships #>> '{definition,data,id}'
      where ${where}
      order by coalesce(d.attributes ->> 'display_name', t.attributes ->> 'api_slug'), t.id`,
  );
}

/** Lists the custom field values of a record, by name. */
export async function listHeldFields(executor: Executor, record: RelatedRecord): Promise<HeldField[]> {
  const rows = await readFields(
    executor,
    sql`t.relationships #>> '{entity,data,id}' = ${record.id}
      and t.relationships #>> '{entity,data,type}' = ${record.type}
      and ${isHeldField(record.id)}`,
  );
  return rows.flatMap(heldField);
}

/** Lists the values of several tracking requests, by request id. Requests without values are left out. */
export async function listHeldByRequest(
  executor: Executor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly HeldField[]>> {
  const rows = await readFields(
    executor,
    sql`t.relationships #>> '{entity,data,id}' = any(${sql.param([...ids])}::text[])
      and t.relationships #>> '{entity,data,type}' = 'tracking_request' and ${isHeldField(sql`t.relationships #>> '{entity,data,id}'`)}`,
  );
  const held = new Map<string, HeldField[]>();
  for (const row of rows) held.set(row.recordId, [...(held.get(row.recordId) ?? []), ...heldField(row)]);
  return held;
}
