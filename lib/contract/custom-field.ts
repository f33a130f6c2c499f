import { z } from "zod";
import { instant, number, text } from "./values";

/** supplement.md, Endpoints: what a custom field may hold, and on what it may stand. */
export const CUSTOM_DATA_TYPES = [
  "short_text",
  "number",
  "date",
  "datetime",
  "boolean",
  "enum",
  "enum_multi",
  "reference",
] as const;
export type CustomDataType = (typeof CUSTOM_DATA_TYPES)[number];

export const CUSTOM_ENTITY_TYPES = ["Shipment", "Container", "TrackingRequest"] as const;
export type CustomEntityType = (typeof CUSTOM_ENTITY_TYPES)[number];

/** What a custom field of data_type reference may name. */
export const CUSTOM_REFERENCE_TYPES = [...CUSTOM_ENTITY_TYPES, "Party"] as const;
export type CustomReferenceType = (typeof CUSTOM_REFERENCE_TYPES)[number];

export const customFieldDefinitionAttributesSchema = z.looseObject({
  entity_type: text,
  api_slug: text,
  display_name: text,
  data_type: text,
  description: text,
  reference_type: text,
});

/** A choice of a definition of data_type enum or enum_multi; relationship `definition`. */
export const customFieldOptionAttributesSchema = z.looseObject({
  label: text,
  value: text,
  position: number,
});

/** A value on a record: relationships `entity` and `definition`. */
export const customFieldAttributesSchema = z.looseObject({
  api_slug: text,
  display_value: text,
  value: z.unknown(),
  updated_at: instant,
});

/** A custom field of a record: its name as people gave it, and its value in words. */
export type CustomFieldEntry = { slug: string; label: string; value: string };

function valueWords(display: string | null | undefined, value: unknown): string {
  if (display) return display;
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A custom field to show, by its attributes and its definition's name; null when it has no slug to tell it by. */
export function customFieldEntry(attributes: unknown, name: string | null): CustomFieldEntry | null {
  const read = customFieldAttributesSchema.safeParse(attributes);
  if (!read.success || !read.data.api_slug) return null;
  const { api_slug: slug, display_value: display, value } = read.data;
  return { slug, label: name || slug, value: valueWords(display, value) };
}

/** The records a custom field can stand on here. */
export const FIELD_RECORDS = {
  container: { entityType: "Container", folder: "containers", word: "container" },
  shipment: { entityType: "Shipment", folder: "shipments", word: "shipment" },
  tracking_request: { entityType: "TrackingRequest", folder: "tracking_requests", word: "tracking request" },
} as const;

export type FieldRecordType = keyof typeof FIELD_RECORDS;
