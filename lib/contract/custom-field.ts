import { z } from "zod";
import { anyValue, code, instant, longText, number, text } from "./values";

/** supplement.md, Endpoints: the data types of custom fields, and the record types that can have custom fields. */
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

/** Record types that a custom field of data_type reference can refer to. */
export const CUSTOM_REFERENCE_TYPES = [...CUSTOM_ENTITY_TYPES, "Party"] as const;
export type CustomReferenceType = (typeof CUSTOM_REFERENCE_TYPES)[number];

/** What a definition demands of its values (supplement-2.md, 3. Definition). */
export const fieldValidationSchema = z.looseObject({
  required: z.boolean().optional(),
  pattern: z.string().max(255).optional(),
  max_length: z.number().int().min(1).max(255).optional(),
});
export type FieldValidation = z.infer<typeof fieldValidationSchema>;

/** The live service calls a container Cargo. It is read as Container. */
export const CARGO = "Cargo";

const entityType = code.transform((type) => (type === CARGO ? "Container" : type));

/**
 * Derives an api_slug from a display name: lowercase letters, digits and underscores, up to 63. Empty when the name has
 * no Latin letter.
 */
export function slugOf(displayName: string): string {
  const text = displayName
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+/, "");
  return text.slice(0, 63).replace(/_+$/, "");
}

export const customFieldDefinitionAttributesSchema = z.looseObject({
  entity_type: entityType,
  api_slug: text,
  display_name: text,
  data_type: code,
  description: longText,
  reference_type: entityType,
});

/** An option of a definition of data_type enum or enum_multi. Relationship: `definition`. */
export const customFieldOptionAttributesSchema = z.looseObject({
  label: text,
  value: text,
  position: number,
});

/** The value of a custom field on a record. Relationships: `entity` and `definition`. */
export const customFieldAttributesSchema = z.looseObject({
  api_slug: text,
  display_value: longText,
  value: anyValue,
  updated_at: instant,
});

/** A custom field of a record: the display name and the value as text. */
export type CustomFieldEntry = { slug: string; label: string; value: string };

/** Whether a display value is a date-time in UTC without its zone, as the live service writes it. */
const lacksZone = (display: string, value: unknown): boolean =>
  typeof value === "string" && value.endsWith("Z") && value.slice(0, 19) === display.replace(" ", "T");

function valueText(display: string | null | undefined, value: unknown): string {
  if (display) return lacksZone(display, value) ? `${display} UTC` : display;
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/**
 * Builds a custom field entry from its attributes and the name of its definition. Null when it has no slug to identify
 * it.
 */
export function customFieldEntry(attributes: unknown, name: string | null): CustomFieldEntry | null {
  const read = customFieldAttributesSchema.safeParse(attributes);
  if (!read.success || !read.data.api_slug) return null;
  const { api_slug: slug, display_value: display, value } = read.data;
  return { slug, label: name || slug, value: valueText(display, value) };
}

/** Longer texts are cut. The container page shows the whole text. */
const MAX_COLUMN_TEXT = 300;

/** Returns the value of a custom field as a column shows it and files contain it. Null without a value. */
export function fieldValue(attributes: unknown): string | number | null {
  const read = customFieldAttributesSchema.safeParse(attributes);
  if (!read.success) return null;
  const { display_value: display, value } = read.data;
  if (typeof value === "number") return value;
  if (typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value)) return value;
  const chosen = Array.isArray(value) && !display ? value.join(", ") : valueText(display, value);
  return chosen.trim().slice(0, MAX_COLUMN_TEXT) || null;
}

/** The record types that can have custom fields in Drayboard. */
export const FIELD_RECORDS = {
  container: { entityType: "Container", folder: "containers", word: "container" },
  shipment: { entityType: "Shipment", folder: "shipments", word: "shipment" },
  tracking_request: { entityType: "TrackingRequest", folder: "tracking_requests", word: "tracking request" },
} as const;

export type FieldRecordType = keyof typeof FIELD_RECORDS;
