import { sql } from "drizzle-orm";
import { z } from "zod";
import {
  CARGO,
  customFieldDefinitionAttributesSchema,
  customFieldOptionAttributesSchema,
} from "@/lib/contract/custom-field";
import type {
  FieldDefinition,
  FieldNames,
  FieldOption,
} from "@/lib/features/custom-fields/rules/custom-field";
import { notDeletedUpstream } from "@/lib/mirror/deleted-upstream";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";

const optionRowSchema = z.object({ id: z.string(), attributes: z.unknown() });
type OptionRow = z.infer<typeof optionRowSchema>;
const definitionRowSchema = z.object({
  id: z.string(),
  attributes: z.unknown(),
  options: z.array(optionRowSchema),
});
type DefinitionRow = z.infer<typeof definitionRowSchema>;

function readOption({ id, attributes }: OptionRow): FieldOption | null {
  const read = customFieldOptionAttributesSchema.safeParse(attributes);
  const value = read.data?.value ?? read.data?.label;
  if (value === null || value === undefined) return null;
  return { id, value, label: read.data?.label || value, position: read.data?.position ?? null };
}

function readDefinition({ id, attributes, options }: DefinitionRow): FieldDefinition | null {
  const read = customFieldDefinitionAttributesSchema.safeParse(attributes);
  if (!read.success || !read.data.api_slug) return null;
  const {
    api_slug: slug,
    display_name: name,
    entity_type,
    data_type,
    description,
    reference_type,
  } = read.data;
  return {
    id,
    slug,
    entityType: entity_type ?? "",
    name: name || slug,
    description: description || null,
    dataType: data_type ?? "",
    referenceType: reference_type ?? null,
    options: options.flatMap((option) => readOption(option) ?? []),
  };
}

/**
 * Lists the account's custom field definitions by name, for one record type or for all. Each has its options in order.
 * These are the options that the definition lists. If it lists none, they are the options that refer to the definition.
 */
export async function listDefinitions(
  executor: Executor,
  entityType: string | null = null,
): Promise<FieldDefinition[]> {
  const rows = await queryRows(
    executor,
    definitionRowSchema,
    sql`
      select t.id, t.attributes, coalesce((
        select jsonb_agg(jsonb_build_object('id', o.id, 'attributes', o.attributes) order by
          case when jsonb_typeof(o.attributes -> 'position') = 'number' then (o.attributes ->> 'position')::numeric end nulls last,
          o.attributes ->> 'created_at', o.id)
        from custom_field_options o
        where case when jsonb_typeof(t.relationships #> '{options,data}') = 'array'
          then t.relationships #> '{options,data}' @> jsonb_build_array(jsonb_build_object('id', o.id))
          else o.relationships #>> '{definition,data,id}' = t.id end), '[]') as options
      from custom_field_definitions t
      where ${notDeletedUpstream("custom_field_definition")}
        and (${entityType}::text is null or t.attributes ->> 'entity_type' = ${entityType})
      order by lower(t.attributes ->> 'display_name'), t.id`,
  );
  return rows.flatMap((row) => readDefinition(row) ?? []);
}

/**
 * Lists the names of the custom fields of containers and shipments, by api_slug. A name of containers precedes one of
 * shipments with the same api_slug.
 */
export async function listFieldNames(executor: Executor): Promise<FieldNames> {
  const rows = await queryRows(
    executor,
    z.object({ slug: z.string(), name: z.string() }),
    sql`
      select t.attributes ->> 'api_slug' as slug,
        coalesce(nullif(t.attributes ->> 'display_name', ''), t.attributes ->> 'api_slug') as name
      from custom_field_definitions t
      where t.attributes ->> 'api_slug' is not null and t.attributes ->> 'entity_type' in ('Container', ${CARGO}, 'Shipment')
        and ${notDeletedUpstream("custom_field_definition")}
      order by t.attributes ->> 'entity_type' = 'Shipment' desc, t.id desc`,
  );
  return Object.fromEntries(rows.map(({ slug, name }) => [slug, name]));
}

/** The number of records with a value for each definition id, and the number for each option value. */
export type HeldCounts = ReadonlyMap<string, { records: number; options: Readonly<Record<string, number>> }>;

const heldRowSchema = z.object({ id: z.string(), value: z.string().nullable(), records: z.number() });

export async function countHeld(executor: Executor): Promise<HeldCounts> {
  const rows = await queryRows(
    executor,
    heldRowSchema,
    sql`
      with held as materialized (
        select t.relationships #>> '{definition,data,id}' as id, t.attributes -> 'value' as value from custom_fields t
        where ${notDeletedUpstream("custom_field")})
      select id, null as value, count(*)::int as records from held where id is not null group by id
      union all
      select h.id, one.value, count(*)::int from held h join custom_field_definitions d on d.id = h.id
        and d.attributes ->> 'data_type' in ('enum', 'enum_multi'), lateral jsonb_array_elements_text(
          case jsonb_typeof(h.value) when 'array' then h.value when 'string' then jsonb_build_array(h.value) else '[]' end)
          as one(value)
      group by h.id, one.value`,
  );
  const counts = new Map<string, { records: number; options: Record<string, number> }>();
  for (const { id, value, records } of rows) {
    const own = counts.get(id) ?? { records: 0, options: {} };
    if (value === null) own.records = records;
    else own.options[value] = records;
    counts.set(id, own);
  }
  return counts;
}
