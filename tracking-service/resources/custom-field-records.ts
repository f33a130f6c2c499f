import { asc, desc, eq, inArray } from "drizzle-orm";
import { CARGO } from "@/lib/contract/custom-field";
import { iso } from "@/tracking-service/clock/instant";
import { namesOf, resourceTypeOf } from "@/tracking-service/custom-fields/account-record";
import {
  customFieldDefinitions,
  customFieldOptions,
  customFields,
} from "@/tracking-service/store/custom-fields-schema";
import type { Reader } from "@/tracking-service/store/database";
import { many, one, path, type Resource } from "./resource";

type DefinitionRow = typeof customFieldDefinitions.$inferSelect;
type OptionRow = typeof customFieldOptions.$inferSelect;

const times = (row: { createdAt: Date; updatedAt: Date }) => ({
  created_at: iso(row.createdAt.getTime()),
  updated_at: iso(row.updatedAt.getTime()),
});

async function optionsOf(reader: Reader, definitionIds: string[]): Promise<OptionRow[]> {
  if (definitionIds.length === 0) return [];
  return reader
    .select()
    .from(customFieldOptions)
    .where(inArray(customFieldOptions.definitionId, definitionIds))
    .orderBy(asc(customFieldOptions.position), asc(customFieldOptions.createdAt), asc(customFieldOptions.id));
}

/** Fields that a definition names. An account may have any number of them. */
const MAX_FIELDS = 100;

/** The ids of the newest fields of each definition. */
async function fieldsOf(reader: Reader, definitionIds: string[]): Promise<Map<string, string[]>> {
  const found = definitionIds.map(async (id) => {
    const rows = await reader
      .select({ id: customFields.id })
      .from(customFields)
      .where(eq(customFields.definitionId, id))
      .orderBy(desc(customFields.createdAt), desc(customFields.id))
      .limit(MAX_FIELDS);
    return [id, rows.map((row) => row.id)] as const;
  });
  return new Map(await Promise.all(found));
}

export async function presentDefinitions(reader: Reader, rows: DefinitionRow[]): Promise<Resource[]> {
  const ids = rows.map(({ id }) => id);
  const options = await optionsOf(reader, ids);
  const fields = await fieldsOf(reader, ids);
  return rows.map((row) => ({
    type: "custom_field_definition",
    id: row.id,
    attributes: {
      entity_type: row.entityType === "Container" ? CARGO : row.entityType,
      api_slug: row.apiSlug,
      display_name: row.displayName,
      data_type: row.dataType,
      description: row.description,
      reference_type: row.referenceType,
      validation: row.validation,
      default_format: row.defaultFormat,
      default_value: row.defaultValue,
      template_id: null,
      ...times(row),
    },
    relationships: {
      account: one("account", row.accountId),
      fields: many("custom_field", fields.get(row.id) ?? []),
      options: many(
        "custom_field_option",
        options.filter(({ definitionId }) => definitionId === row.id).map(({ id }) => id),
      ),
    },
    links: { self: path("custom_field_definitions", row.id) },
  }));
}

export function presentOptions(rows: OptionRow[]): Resource[] {
  return rows.map((row) => ({
    type: "custom_field_option",
    id: row.id,
    attributes: { label: row.label, value: row.value, position: row.position, ...times(row) },
    relationships: { definition: one("custom_field_definition", row.definitionId) },
  }));
}

/** Formats a value for display: options by label, records by display name, instants in UTC. */
function displayed(
  value: unknown,
  definition: DefinitionRow,
  options: OptionRow[],
  names: Map<string, string>,
): string | null {
  if (value === null) return null;
  const label = (text: string) =>
    options.find((option) => option.definitionId === definition.id && option.value === text)?.label ?? text;
  if (Array.isArray(value)) return value.map((text) => label(String(text))).join(", ");
  if (typeof value === "boolean") return value ? "Yes" : "No";
  const text = String(value);
  if (definition.dataType === "enum") return label(text);
  if (definition.dataType === "datetime") return `${text.slice(0, 10)} ${text.slice(11, 19)}`;
  return definition.dataType === "reference" ? (names.get(text) ?? text) : text;
}

type FieldRow = { field: typeof customFields.$inferSelect; definition: DefinitionRow };

async function referencedNames(reader: Reader, rows: FieldRow[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const kinds = new Set(rows.flatMap(({ definition }) => definition.referenceType ?? []));
  for (const kind of kinds) {
    const ids = rows
      .filter(({ definition }) => definition.referenceType === kind)
      .map(({ field }) => String(field.value));
    for (const [id, name] of await namesOf(reader, kind, ids)) names.set(id, name);
  }
  return names;
}

/** A value as the interface writes it: a reference as type and id. */
function writtenValue(value: unknown, { referenceType }: DefinitionRow): unknown {
  if (referenceType === null || value === null) return value;
  return { type: resourceTypeOf(referenceType), id: String(value) };
}

export async function presentFields(reader: Reader, rows: FieldRow[]): Promise<Resource[]> {
  const options = await optionsOf(reader, [...new Set(rows.map(({ definition }) => definition.id))]);
  const names = await referencedNames(reader, rows);
  return rows.map(({ field, definition }) => ({
    type: "custom_field",
    id: field.id,
    attributes: {
      api_slug: definition.apiSlug,
      value: writtenValue(field.value, definition),
      display_value: displayed(field.value, definition, options, names),
      ...times(field),
    },
    relationships: {
      entity: one(resourceTypeOf(definition.entityType), field.entityId),
      definition: one("custom_field_definition", definition.id),
      user: one("user", field.updatedByKeyId),
    },
    links: { self: path("custom_fields", field.id) },
  }));
}

export async function loadDefinitions(reader: Reader, ids: string[]): Promise<Resource[]> {
  const rows = await reader
    .select()
    .from(customFieldDefinitions)
    .where(inArray(customFieldDefinitions.id, ids));
  return presentDefinitions(reader, rows);
}

export async function loadOptions(reader: Reader, ids: string[]): Promise<Resource[]> {
  return presentOptions(
    await reader.select().from(customFieldOptions).where(inArray(customFieldOptions.id, ids)),
  );
}

export async function loadFields(reader: Reader, ids: string[]): Promise<Resource[]> {
  const rows = await reader
    .select({ field: customFields, definition: customFieldDefinitions })
    .from(customFields)
    .innerJoin(customFieldDefinitions, eq(customFieldDefinitions.id, customFields.definitionId))
    .where(inArray(customFields.id, ids));
  return presentFields(reader, rows);
}
