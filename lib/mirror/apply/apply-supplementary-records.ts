import { sql } from "drizzle-orm";
import { z } from "zod";
import { relatedMany, relatedOne } from "@/lib/contract/json-api";
import type { ChangeSet } from "@/lib/mirror/changed-records";
import { keptRelationships } from "@/lib/mirror/merge/relationships";
import { type DatedRecord, foldReports } from "@/lib/mirror/merge/timestamped-records";
import type { Transaction } from "@/lib/platform/database/client";
import { queryColumn, queryRows } from "@/lib/platform/database/rows";
import { inBatches, sortedById } from "@/lib/platform/database/statement-batches";

/** The tables of the records related to containers. */
export const RELATED_TABLES = {
  custom_field_definition: "custom_field_definitions",
  custom_field_option: "custom_field_options",
  custom_field: "custom_fields",
  document: "documents",
  email_submission: "email_submissions",
} as const;
export type RelatedType = keyof typeof RELATED_TABLES;
/** The order in which every transaction processes these types, to avoid deadlocks. */
export const RELATED_TYPES = [
  "custom_field_definition",
  "custom_field_option",
  "custom_field",
  "document",
  "email_submission",
] as const satisfies readonly RelatedType[];

const isRelated = (type: string): type is RelatedType => Object.hasOwn(RELATED_TABLES, type);

/** Marks the pages, or board rows, that show a record as changed, using the relations in the record itself. */
function markVisibleChanged(changeSet: ChangeSet, of: RelatedType, record: DatedRecord): void {
  const entity = relatedOne(record, "entity");
  const shown = [
    ...(entity ? [entity] : []),
    ...relatedMany(record, "cargos"),
    ...relatedMany(record, "shipments"),
  ];
  for (const { type, id } of shown) markShownOn(changeSet, of, type, id);
}

/** Board rows show the values of custom fields. The pages of containers and shipments also show everything else. */
function markShownOn(changeSet: ChangeSet, of: RelatedType, type: string, id: string): void {
  const [containers, shipments] =
    of === "custom_field"
      ? [changeSet.containers, changeSet.shipments]
      : [changeSet.pages, changeSet.shipmentPages];
  if (type === "container" || type === "cargo") containers.add(id);
  if (type === "shipment") shipments.add(id);
  if (type === "tracking_request") changeSet.requests.add(id);
}

/**
 * Applies custom fields, their definitions and options, documents or their emails to the mirror; newer reports win. Marks the pages
 * of their containers and shipments, and the list of tracking requests, as changed.
 */
export async function applyRelated(
  tx: Transaction,
  type: RelatedType,
  records: readonly DatedRecord[],
  changeSet: ChangeSet,
): Promise<void> {
  for (const batch of inBatches(sortedById(foldReports(records)))) {
    const input = batch.map((record) => ({
      id: record.id,
      attributes: record.attributes,
      relationships: keptRelationships(record),
      as_of: record.asOf,
    }));
    const rows = await queryColumn(
      tx,
      z.string(),
      sql`
        insert into ${sql.identifier(RELATED_TABLES[type])} as held (id, attributes, relationships, as_of)
        select id, attributes, relationships, as_of from jsonb_to_recordset(${JSON.stringify(input)}::jsonb)
          as given (id text, attributes jsonb, relationships jsonb, as_of timestamptz) order by id
        on conflict (id) do update set attributes = held.attributes || excluded.attributes,
          relationships = held.relationships || excluded.relationships, as_of = excluded.as_of
        where held.as_of <= excluded.as_of and (held.attributes || excluded.attributes,
          held.relationships || excluded.relationships) <> (held.attributes, held.relationships)
        returning held.id`,
    );
    const written = new Set(rows);
    for (const record of batch) if (written.has(record.id)) markVisibleChanged(changeSet, type, record);
  }
}

const markRelatedChangedRowSchema = z.object({ type: z.string(), id: z.string() });

/**
 * Marks the pages of the containers and shipments of a stored record as changed, when it was removed or restored. With a
 * definition, the board rows that show its values.
 */
export async function markRelatedChanged(
  tx: Transaction,
  changeSet: ChangeSet,
  type: string,
  ids: readonly string[],
): Promise<void> {
  if (!isRelated(type) || !ids.length) return;
  const rows = await queryRows(
    tx,
    markRelatedChangedRowSchema,
    sql`
      select named ->> 'type' as type, named ->> 'id' as id from ${sql.identifier(RELATED_TABLES[type])} t,
        lateral jsonb_path_query(t.relationships, '$.*.data[*]') named
      where t.id = any(${sql.param([...ids])}::text[]) and named ->> 'type' is not null and named ->> 'id' is not null`,
  );
  for (const named of rows) markShownOn(changeSet, type, named.type, named.id);
  if (type !== "custom_field_definition") return;
  const values = await queryColumn(
    tx,
    z.string(),
    sql`select id from custom_fields where relationships #>> '{definition,data,id}' = any(${sql.param([...ids])}::text[])`,
  );
  await markRelatedChanged(tx, changeSet, "custom_field", values);
}

/**
 * Removes a record from the mirror, and with a definition its options and all its values. Marks the pages that showed
 * it as changed.
 */
export async function forgetRelated(
  tx: Transaction,
  type: RelatedType,
  id: string,
  changeSet: ChangeSet,
): Promise<void> {
  const own = async (of: "custom_field" | "custom_field_option") => {
    const ids = await queryColumn(
      tx,
      z.string(),
      sql`
        select id from ${sql.identifier(RELATED_TABLES[of])}
        where relationships #>> '{definition,data,id}' = ${id} order by id for update`,
    );
    return { type: of, ids };
  };
  const whole: { type: RelatedType; ids: string[] }[] = [{ type, ids: [id] }];
  if (type === "custom_field_definition")
    whole.push(await own("custom_field_option"), await own("custom_field"));
  for (const part of whole) {
    await markRelatedChanged(tx, changeSet, part.type, part.ids);
    await tx.execute(sql`
      delete from ${sql.identifier(RELATED_TABLES[part.type])} where id = any(${sql.param(part.ids)}::text[])`);
  }
}
