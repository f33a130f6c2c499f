import { z } from "zod";

/** Media type of every request with a body and, usually, of every response (interface.md, What the service does). */
export const JSON_API_MEDIA_TYPE = "application/vnd.api+json";

/** The version segment that ends every base address (interface.md, Versioning). */
export const API_VERSION = "v2";

/** Identity of a record: type and id together. Ids are opaque text (supplement.md, Attributes beyond interface.md). */
export const identifierSchema = z.looseObject({ type: z.string(), id: z.string() });
export type Identifier = z.infer<typeof identifierSchema>;

const relationshipSchema = z.looseObject({
  data: z.union([identifierSchema, z.array(identifierSchema), z.null()]).optional(),
});

/** An optional member. Null is treated as absent. */
const perhaps = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);

const membersSchema = z.record(z.string(), z.unknown());

/**
 * Relationships of a record, limited to those sent. One that is null itself or names no record by type and id is treated
 * as absent: nothing is known of it.
 */
const relationshipsSchema = membersSchema.transform((all) =>
  Object.fromEntries(
    Object.entries(all).flatMap(([name, one]) => {
      const read = relationshipSchema.safeParse(one);
      return read.success ? [[name, read.data]] : [];
    }),
  ),
);

/**
 * A record as received, before its attributes are read (reading/read-attributes.ts). `relationships` and `attributes` may be
 * absent, and are treated as absent when they are no objects. `links` is kept as received and never followed.
 */
export const recordSchema = z.looseObject({
  type: z.string(),
  id: z.string(),
  attributes: perhaps(membersSchema).optional().catch(undefined),
  relationships: perhaps(relationshipsSchema).optional().catch(undefined),
});
export type JsonApiRecord = z.infer<typeof recordSchema>;

/** `meta` of a collection. Live documents may add a `pagination` object and other members. */
export const collectionMetaSchema = z.looseObject({
  size: z.number().optional(),
  total: z.number().optional(),
});

/**
 * Records sent with others. An entry without type and id is omitted, so that the others can be read. A value
 * that is not a list is treated as absent.
 */
const includedSchema = perhaps(
  z.array(z.unknown()).transform((entries) =>
    entries.flatMap((entry) => {
      const read = recordSchema.safeParse(entry);
      return read.success ? [read.data] : [];
    }),
  ),
)
  .optional()
  .catch(undefined);

export const itemDocumentSchema = z.looseObject({
  data: recordSchema,
  included: includedSchema,
});
export type ItemDocument = z.infer<typeof itemDocumentSchema>;

export const collectionDocumentSchema = z.looseObject({
  data: z.array(recordSchema),
  included: includedSchema,
  meta: perhaps(collectionMetaSchema).optional(),
});
export type CollectionDocument = z.infer<typeof collectionDocumentSchema>;

const errorText = z.string().optional().catch(undefined);

/**
 * One error object (interface.md, Errors). Every member may be absent. A member of another data type is treated as
 * absent.
 */
export const errorObjectSchema = z.looseObject({
  title: errorText,
  detail: errorText,
  source: z.looseObject({ pointer: errorText, parameter: errorText }).optional().catch(undefined),
  code: errorText,
  status: errorText,
  meta: z.record(z.string(), z.unknown()).optional().catch(undefined),
});
export type ErrorObject = z.infer<typeof errorObjectSchema>;

const errorListSchema = z.array(errorObjectSchema);

/** Errors of a refusal. An example of the live service has the list under `error` (supplement-2.md, 1. Errors). */
export const errorDocumentSchema = z.union([
  z.looseObject({ errors: errorListSchema }),
  z.object({ error: errorListSchema }).transform(({ error }) => ({ errors: error })),
]);

/** Returns the single record of a relationship. Null when the relationship is absent, null or has several records. */
export function relatedOne(record: JsonApiRecord, name: string): Identifier | null {
  const data = record.relationships?.[name]?.data;
  return data && !Array.isArray(data) ? data : null;
}

/** Returns the records of a relationship. Empty when the relationship is absent, null or has a single record. */
export function relatedMany(record: JsonApiRecord, name: string): Identifier[] {
  const data = record.relationships?.[name]?.data;
  return Array.isArray(data) ? data : [];
}

/** Whether a relationship was sent. Absent means unknown, null means no related record. */
export function hasRelationship(record: JsonApiRecord, name: string): boolean {
  return record.relationships?.[name]?.data !== undefined;
}
