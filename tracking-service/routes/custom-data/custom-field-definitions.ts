import { randomUUID } from "node:crypto";
import { and, asc, desc, eq, ilike } from "drizzle-orm";
import { z } from "zod";
import {
  CARGO,
  CUSTOM_DATA_TYPES,
  CUSTOM_ENTITY_TYPES,
  CUSTOM_REFERENCE_TYPES,
  fieldValidationSchema,
} from "@/lib/contract/custom-field";
import { endpoint, operation } from "@/tracking-service/endpoints/operation";
import { shortText } from "@/tracking-service/json-api/body";
import { emptyResponse, itemResponse, pageResponse } from "@/tracking-service/json-api/document";
import { notFound, unprocessable } from "@/tracking-service/json-api/errors";
import { textParameter } from "@/tracking-service/json-api/query";
import { requireUuid } from "@/tracking-service/json-api/uuid";
import { presentDefinitions } from "@/tracking-service/resources/custom-field-records";
import { requestedIncluded } from "@/tracking-service/resources/included";
import { path } from "@/tracking-service/resources/resource";
import { customFieldDefinitions } from "@/tracking-service/store/custom-fields-schema";
import { type Database, isDuplicate, type Reader } from "@/tracking-service/store/database";

const d = customFieldDefinitions;

/** Both names of a container are accepted (supplement-2.md, 3. entity_type). */
const entityTypeSchema = z
  .enum([...CUSTOM_ENTITY_TYPES, CARGO], { error: `must be ${CUSTOM_ENTITY_TYPES.join(", ")}` })
  .transform((type) => (type === CARGO ? "Container" : type));

/** supplement-2.md, 3. Definition: what may be set and edited like the names. */
const RULES = {
  validation: fieldValidationSchema.nullish(),
  default_format: z.string().max(255, { error: "at most 255 characters" }).nullish(),
  default_value: z.unknown().optional(),
};

const createSchema = z.object({
  data: z.object({
    type: z.literal("custom_field_definition"),
    attributes: z.object({
      entity_type: entityTypeSchema,
      api_slug: shortText,
      display_name: shortText,
      data_type: z.enum(CUSTOM_DATA_TYPES),
      description: z.string().max(1_000, { error: "at most 1000 characters" }).nullish(),
      reference_type: z.enum(CUSTOM_REFERENCE_TYPES).nullish(),
      ...RULES,
    }),
  }),
});

const editSchema = z.object({
  data: z.object({
    type: z.literal("custom_field_definition"),
    attributes: z.object({
      display_name: shortText.optional(),
      description: z.string().max(1_000, { error: "at most 1000 characters" }).nullish(),
      ...RULES,
      entity_type: entityTypeSchema.optional(),
      api_slug: z.string().optional(),
      data_type: z.string().optional(),
      reference_type: z.string().nullish(),
    }),
  }),
});

/** The form of a field's slug in an address. */
const SLUG = /^[a-z][a-z0-9_]{0,62}$/;

const attribute = (name: string) => ({ pointer: `/data/attributes/${name}` });

function checkedSlug(slug: string): string {
  if (slug === "") {
    throw unprocessable("Blank api_slug", "api_slug can't be blank.", attribute("api_slug"), "blank");
  }
  if (SLUG.test(slug)) return slug;
  const detail = "api_slug is made of small letters, digits and underscores, and begins with a letter.";
  throw unprocessable("Invalid api_slug", detail, attribute("api_slug"), "invalid");
}

function checkedName(name: string): string {
  if (name !== "") return name;
  throw unprocessable(
    "Blank display_name",
    "display_name can't be blank.",
    attribute("display_name"),
    "blank",
  );
}

/** Returns the account's definition of this id. 404 when it is missing or belongs to another account. */
export async function requireDefinition(reader: Reader, accountId: string, id: string) {
  const [row] = await reader
    .select()
    .from(d)
    .where(and(eq(d.id, requireUuid(id)), eq(d.accountId, accountId)));
  if (!row) throw notFound("There is no such custom field definition in this account.");
  return row;
}

async function response(
  db: Database,
  row: typeof d.$inferSelect,
  include: string[][],
  status: 200 | 201 = 200,
  self = path("custom_field_definitions", row.id),
) {
  const resources = await presentDefinitions(db, [row]);
  const [resource] = resources;
  if (!resource) throw new Error("the definition was not presented");
  const included = await requestedIncluded(db, resources, include);
  return itemResponse(resource, self, included, status);
}

const list = operation({
  summary: "Custom field definitions of the account, newest first.",
  section: "supplement.md, custom_field_definitions",
  query: {
    "filter[entity_type]": entityTypeSchema.optional(),
    "filter[data_type]": z
      .enum(CUSTOM_DATA_TYPES, { error: `must be ${CUSTOM_DATA_TYPES.join(", ")}` })
      .optional(),
    "filter[display_name]": textParameter,
  },
  include: "custom_field_definition",
  pageSize: 25,
  success: { kind: "list", type: "custom_field_definition" },
  async handle({ service: { db }, account, query, page, include }) {
    const entityType = query["filter[entity_type]"];
    const dataType = query["filter[data_type]"];
    const name = query["filter[display_name]"]?.replace(/[\\%_]/g, "\\$&");
    const where = and(
      eq(d.accountId, account.id),
      entityType && eq(d.entityType, entityType),
      dataType && eq(d.dataType, dataType),
      name === undefined ? undefined : ilike(d.displayName, `${name}%`),
    );
    const total = await db.$count(d, where);
    const rows = await db
      .select()
      .from(d)
      .where(where)
      .orderBy(desc(d.createdAt), asc(d.id))
      .limit(page.size)
      .offset(page.offset);
    const resources = await presentDefinitions(db, rows);
    return pageResponse(resources, await requestedIncluded(db, resources, include), total, page);
  },
});

const create = operation({
  summary: "Defines a custom field.",
  section: "supplement.md, custom_field_definitions",
  body: createSchema,
  success: { kind: "item", type: "custom_field_definition", status: 201 },
  async handle({ service: { db, now }, account, body }) {
    const { attributes } = body.data;
    const displayName = checkedName(attributes.display_name);
    const reference = attributes.data_type === "reference";
    if (reference !== Boolean(attributes.reference_type)) {
      const detail = reference
        ? `reference_type must be ${CUSTOM_REFERENCE_TYPES.join(", ")}.`
        : "reference_type goes with data_type reference alone.";
      throw unprocessable(
        "Invalid reference_type",
        detail,
        attribute("reference_type"),
        reference ? "blank" : "invalid",
      );
    }
    const at = now();
    const row = {
      id: randomUUID(),
      accountId: account.id,
      entityType: attributes.entity_type,
      apiSlug: checkedSlug(attributes.api_slug),
      displayName,
      dataType: attributes.data_type,
      description: attributes.description ?? null,
      referenceType: attributes.reference_type ?? null,
      validation: attributes.validation ?? null,
      defaultFormat: attributes.default_format ?? null,
      defaultValue: attributes.default_value ?? null,
      createdAt: at,
      updatedAt: at,
    };
    try {
      await db.insert(d).values(row);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      const detail = `A ${row.entityType} has a custom field ${row.apiSlug} already.`;
      throw unprocessable("api_slug already taken", detail, attribute("api_slug"), "taken");
    }
    return response(db, row, [], 201);
  },
});

const item = operation({
  summary: "One custom field definition.",
  section: "supplement.md, custom_field_definitions",
  include: "custom_field_definition",
  success: { kind: "item", type: "custom_field_definition" },
  handle: async ({ service: { db }, account, param, include, self }) =>
    response(db, await requireDefinition(db, account.id, param("id")), include, 200, self),
});

const FIXED = ["entity_type", "api_slug", "data_type", "reference_type"] as const;

const edit = operation({
  summary: "Edits names, rules and defaults. The data type and the type of record never change.",
  section: "supplement.md, custom_field_definitions",
  body: editSchema,
  success: { kind: "item", type: "custom_field_definition" },
  async handle({ service: { db, now }, account, param, body }) {
    const { attributes } = body.data;
    // Rules and defaults that are absent stay: drizzle leaves out what is undefined.
    const { validation, default_format: defaultFormat, default_value: defaultValue } = attributes;
    const row = await requireDefinition(db, account.id, param("id"));
    const is = {
      entity_type: row.entityType,
      api_slug: row.apiSlug,
      data_type: row.dataType,
      reference_type: row.referenceType,
    };
    for (const name of FIXED) {
      if (attributes[name] === undefined || attributes[name] === is[name]) continue;
      throw unprocessable(`Invalid ${name}`, `${name} can't be changed.`, attribute(name), "readonly");
    }
    const displayName =
      attributes.display_name === undefined ? row.displayName : checkedName(attributes.display_name);
    const description = attributes.description === undefined ? row.description : attributes.description;
    const [edited] = await db
      .update(d)
      .set({ displayName, description, validation, defaultFormat, defaultValue, updatedAt: now() })
      .where(eq(d.id, row.id))
      .returning();
    if (!edited) throw notFound();
    return response(db, edited, []);
  },
});

const remove = operation({
  summary: "Deletes a definition, with its options and every value of it.",
  section: "supplement.md, custom_field_definitions",
  success: { kind: "empty", status: 200 },
  async handle({ service: { db }, account, param }) {
    const row = await requireDefinition(db, account.id, param("id"));
    const gone = await db.delete(d).where(eq(d.id, row.id)).returning({ id: d.id });
    if (gone.length === 0) throw notFound("There is no such custom field definition in this account.");
    return emptyResponse(200);
  },
});

export const customFieldDefinitionEndpoints = [
  endpoint("/custom_field_definitions", { get: list, post: create }),
  endpoint("/custom_field_definitions/{id}", { get: item, patch: edit, delete: remove }),
];
