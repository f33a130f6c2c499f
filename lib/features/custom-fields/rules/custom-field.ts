import type { CustomFieldEntry } from "@/lib/contract/custom-field";

/** A choice of a field that holds one or several of them; `position` is its place among them, as the service counts. */
export type FieldOption = { id: string; value: string; label: string; position: number | null };

/** A custom field as the account defines it; `options` in their order. */
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

/** A value that a record holds, in words and as it is kept. */
export type HeldField = CustomFieldEntry & { id: string; definitionId: string | null; held: unknown };

/** A custom field of a record, whether it holds a value or not; `dataType` null: its definition is not known here. */
export type RecordField = Omit<FieldDefinition, "id" | "entityType" | "dataType"> & {
  dataType: string | null;
  held: HeldField | null;
};

/** What a field may hold, as people call it. */
export const DATA_TYPE_WORDS: Readonly<Record<string, string>> = {
  short_text: "Text",
  number: "Number",
  date: "Day",
  datetime: "Day and time",
  boolean: "Yes or no",
  enum: "One of a list",
  enum_multi: "Several of a list",
  reference: "Another record",
};

/** What a reference names, as people call it. */
export const REFERENCE_WORDS: Readonly<Record<string, string>> = {
  Container: "Container number",
  Shipment: "BOL or booking number",
  TrackingRequest: "Tracked number",
  Party: "Party’s name",
};

/** On what a definition's fields stand, as people call it. */
export const ENTITY_WORDS: Readonly<Record<string, string>> = {
  Container: "Containers",
  Shipment: "Shipments",
  TrackingRequest: "Tracking requests",
};

export const takesOptions = (dataType: string): boolean => dataType === "enum" || dataType === "enum_multi";

/** The fields of a record by name: every one that is defined for it, and those it holds also. */
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

/** Whether two values of a field say the same: of several options the order says nothing. */
export function sameValue(one: unknown, other: unknown): boolean {
  const plain = (value: unknown) =>
    JSON.stringify(Array.isArray(value) ? value.map(String).sort() : (value ?? null));
  return plain(one) === plain(other);
}
