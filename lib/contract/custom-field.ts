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
