import type { CustomFieldEntry } from "@/lib/contract/custom-field";

/** An option of a single or multiple choice field. `position` is its position as the service counts. */
export type FieldOption = { id: string; value: string; label: string; position: number | null };

/** A custom field as the account defines it. `options` are in order. */
export type FieldDefinition = {
  id: string;
  entityType: string;
  slug: string;
  name: string;
  description: string | null;
  dataType: string;
  referenceType: string | null;
  options: FieldOption[];
};

/** The names of the account's custom fields of containers and shipments, by api_slug. */
export type FieldNames = Readonly<Record<string, string>>;

/** The value of a record's field, as text and as stored. */
export type HeldField = CustomFieldEntry & { id: string; definitionId: string | null; held: unknown };

/** A custom field of a record, with or without a value. `dataType` is null when its definition is unknown. */
export type RecordField = Omit<FieldDefinition, "id" | "entityType" | "dataType"> & {
  dataType: string | null;
  held: HeldField | null;
};

/** Labels of the data types. */
export const DATA_TYPE_LABELS: Readonly<Record<string, string>> = {
  short_text: "Text",
  number: "Number",
  date: "Date",
  datetime: "Date and time",
  boolean: "Yes/No",
  enum: "Single choice",
  enum_multi: "Multiple choice",
  reference: "Linked record",
};

/** Labels of the record types that a reference can point to. */
export const REFERENCE_LABELS: Readonly<Record<string, string>> = {
  Container: "Container number",
  Shipment: "BOL or booking number",
  TrackingRequest: "Tracked number",
  Party: "Party name",
};

/** Labels of the record types that a definition applies to. */
export const ENTITY_LABELS: Readonly<Record<string, string>> = {
  Container: "Containers",
  Shipment: "Shipments",
  TrackingRequest: "Tracking requests",
};

export const takesOptions = (dataType: string): boolean => dataType === "enum" || dataType === "enum_multi";

/** Returns the fields of a record by name: all fields defined for its type, and any others that have a value. */
export function recordFields(
  definitions: readonly FieldDefinition[],
  held: readonly HeldField[],
): RecordField[] {
  const left = new Set(held);
  const defined = definitions.map((definition): RecordField => {
    const own = held.find((field) => field.definitionId === definition.id || field.slug === definition.slug);
    if (own) left.delete(own);
    const { slug, name, description, dataType, referenceType, options } = definition;
    return { slug, name, description, dataType, referenceType, options, held: own ?? null };
  });
  const others = [...left].map((field): RecordField => {
    const { slug, label: name } = field;
    return { slug, name, description: null, dataType: null, referenceType: null, options: [], held: field };
  });
  return [...defined, ...others].sort(
    (a, b) => a.name.localeCompare(b.name, "en") || (a.slug < b.slug ? -1 : 1),
  );
}

/** Whether two values of a field are equal. The order of multiple options does not matter. */
export function sameValue(one: unknown, other: unknown): boolean {
  const plain = (value: unknown) =>
    JSON.stringify(Array.isArray(value) ? value.map(String).sort() : (value ?? null));
  return plain(one) === plain(other);
}
