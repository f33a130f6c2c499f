import { z } from "zod";

/** Media type of every request with a body and, usually, of every answer (interface.md, What the service does). */
export const JSON_API_MEDIA_TYPE = "application/vnd.api+json";

/** The version segment that ends every base address (interface.md, Versioning). */
export const API_VERSION = "v2";

/** Who a record is: type and id together. Ids are opaque text (supplement.md, Attributes beyond interface.md). */
export const identifierSchema = z.looseObject({ type: z.string(), id: z.string() });
export type Identifier = z.infer<typeof identifierSchema>;

const relationshipSchema = z.looseObject({
  data: z.union([identifierSchema, z.array(identifierSchema), z.null()]).optional(),
});

/**
 * A record as it comes, before its type's own schema has read the attributes. `relationships` and `attributes`
 * may be absent; `links` is kept as received and never followed.
 */
export const recordSchema = z.looseObject({
  type: z.string(),
  id: z.string(),
  attributes: z.record(z.string(), z.unknown()).optional(),
  relationships: z.record(z.string(), relationshipSchema).optional(),
});
export type JsonApiRecord = z.infer<typeof recordSchema>;

/** `meta` of a collection; live documents may add a `pagination` object and more. */
export const collectionMetaSchema = z.looseObject({
  size: z.number().optional(),
  total: z.number().optional(),
});

export const itemDocumentSchema = z.looseObject({
  data: recordSchema,
  included: z.array(recordSchema).optional(),
});
export type ItemDocument = z.infer<typeof itemDocumentSchema>;

export const collectionDocumentSchema = z.looseObject({
  data: z.array(recordSchema),
  included: z.array(recordSchema).optional(),
  meta: collectionMetaSchema.optional(),
});
export type CollectionDocument = z.infer<typeof collectionDocumentSchema>;

/** One error object (interface.md, Errors). Every member may be absent. */
export const errorObjectSchema = z.looseObject({
  title: z.string().optional(),
  detail: z.string().optional(),
  source: z.looseObject({ pointer: z.string().optional(), parameter: z.string().optional() }).optional(),
  code: z.string().optional(),
  status: z.string().optional(),
  meta: z.record(z.string(), z.unknown()).optional(),
});
export type ErrorObject = z.infer<typeof errorObjectSchema>;

export const errorDocumentSchema = z.looseObject({ errors: z.array(errorObjectSchema) });

/** The single record a relationship names, or null when it is absent, null or names several. */
export function relatedOne(record: JsonApiRecord, name: string): Identifier | null {
  const data = record.relationships?.[name]?.data;
  return data && !Array.isArray(data) ? data : null;
}

/** The records a relationship names; an empty array when it is absent, null or names one. */
export function relatedMany(record: JsonApiRecord, name: string): Identifier[] {
  const data = record.relationships?.[name]?.data;
  return Array.isArray(data) ? data : [];
}

/** Whether a relationship was sent at all: an absent one says nothing, a null one says "none". */
export function hasRelationship(record: JsonApiRecord, name: string): boolean {
  return record.relationships?.[name]?.data !== undefined;
}
