import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { CUSTOM_ENTITY_TYPES, type CustomEntityType } from "@/lib/contract/custom-field";
import { ownsRecord } from "@/tracking-service/custom-fields/account-record";
import {
  type Entity,
  editField,
  fieldResponse,
  fieldsResponse,
  putField,
  requireField,
} from "@/tracking-service/custom-fields/field";
import { type Endpoint, endpoint, operation } from "@/tracking-service/endpoints/operation";
import { shortText } from "@/tracking-service/json-api/body";
import { emptyResponse } from "@/tracking-service/json-api/document";
import { notFound, unprocessable } from "@/tracking-service/json-api/errors";
import { requireUuid } from "@/tracking-service/json-api/uuid";
import { customFieldDefinitions, customFields } from "@/tracking-service/store/custom-fields-schema";
import type { Reader } from "@/tracking-service/store/database";

const f = customFields;
const d = customFieldDefinitions;
const SECTION = "supplement.md, custom_fields";

const value = z.unknown();

const valueSchema = z.object({
  data: z.object({ type: z.literal("custom_field"), attributes: z.object({ value }) }),
});

const putSchema = z.object({
  data: z.object({
    type: z.literal("custom_field"),
    attributes: z.object({ api_slug: shortText, value }),
  }),
});

const createSchema = z.object({
  data: putSchema.shape.data.extend({
    relationships: z.object({
      entity: z.object({
        data: z.object({ type: z.enum(["shipment", "container", "tracking_request"]), id: z.string() }),
      }),
    }),
  }),
});

const idParameter = z.uuid({ error: "must be a uuid" }).optional();

const ENTITY_OF: Record<string, CustomEntityType> = {
  shipment: "Shipment",
  container: "Container",
  tracking_request: "TrackingRequest",
};

const list = operation({
  summary: "Custom fields of the account, newest first.",
  section: SECTION,
  query: {
    "filter[entity_type]": z
      .enum(CUSTOM_ENTITY_TYPES, { error: `must be ${CUSTOM_ENTITY_TYPES.join(", ")}` })
      .optional(),
    "filter[entity_id]": idParameter,
    "filter[definition_id]": idParameter,
  },
  include: "custom_field",
  pageSize: 25,
  success: { kind: "list", type: "custom_field" },
  handle: ({ service: { db }, account, query, page, include }) => {
    const entityType = query["filter[entity_type]"];
    const entityId = query["filter[entity_id]"];
    const definitionId = query["filter[definition_id]"];
    const where = and(
      eq(f.accountId, account.id),
      entityType && eq(d.entityType, entityType),
      entityId ? eq(f.entityId, entityId) : undefined,
      definitionId ? eq(f.definitionId, definitionId) : undefined,
    );
    return fieldsResponse(db, where, page, include);
  },
});

const create = operation({
  summary:
    "Gives a shipment, container or tracking request a custom field; one it has already takes the new value.",
  section: SECTION,
  body: createSchema,
  success: { kind: "item", type: "custom_field", status: 201 },
  async handle({ service, account, body }) {
    const { attributes, relationships } = body.data;
    const { type, id } = relationships.entity.data;
    const kind = ENTITY_OF[type];
    if (!kind || !(await ownsRecord(service.db, account.id, kind, id))) {
      const source = { pointer: "/data/relationships/entity" };
      throw unprocessable("Invalid entity", `The entity is no ${type} of this account.`, source, "invalid");
    }
    return fieldResponse(
      service.db,
      await putField(service, account, { type: kind, id }, attributes),
      [],
      201,
    );
  },
});

const own = (accountId: string, id: string) => and(eq(f.id, requireUuid(id)), eq(f.accountId, accountId));

const item = operation({
  summary: "One custom field.",
  section: SECTION,
  include: "custom_field",
  success: { kind: "item", type: "custom_field" },
  handle: async ({ service: { db }, account, param, include, self }) =>
    fieldResponse(db, await requireField(db, own(account.id, param("id"))), include, 200, self),
});

const edit = operation({
  summary: "Gives a custom field another value.",
  section: SECTION,
  body: valueSchema,
  success: { kind: "item", type: "custom_field" },
  handle: async ({ service, account, param, body }) => {
    const where = own(account.id, param("id"));
    return fieldResponse(
      service.db,
      await editField(service, account, where, body.data.attributes.value),
      [],
    );
  },
});

const remove = operation({
  summary: "Takes a custom field off its record.",
  section: SECTION,
  success: { kind: "empty", status: 200 },
  async handle({ service: { db }, account, param }) {
    const gone = await db
      .delete(f)
      .where(own(account.id, param("id")))
      .returning({ id: f.id });
    if (gone.length === 0) throw notFound("There is no such custom field in this account.");
    return emptyResponse(200);
  },
});

/** The endpoints of one record's fields, below the record's address. */
function fieldsOf(collection: string, kind: CustomEntityType): Endpoint[] {
  const section = `supplement.md, /${collection}/{id}/custom_fields`;
  const requireEntity = async (reader: Reader, accountId: string, id: string): Promise<Entity> => {
    if (!(await ownsRecord(reader, accountId, kind, requireUuid(id)))) throw notFound();
    return { type: kind, id: id.toLowerCase() };
  };
  const named = (accountId: string, entity: Entity, slug: string) =>
    and(eq(f.accountId, accountId), eq(f.entityId, entity.id), eq(d.apiSlug, slug));
  const listed = operation({
    summary: "Custom fields of the record.",
    section,
    include: "custom_field",
    pageSize: 30,
    success: { kind: "list", type: "custom_field" },
    async handle({ service: { db }, account, param, page, include }) {
      const entity = await requireEntity(db, account.id, param("id"));
      return fieldsResponse(db, and(eq(f.accountId, account.id), eq(f.entityId, entity.id)), page, include);
    },
  });
  const put = operation({
    summary: "Gives the record a custom field; one it has already takes the new value.",
    section,
    body: putSchema,
    success: { kind: "item", type: "custom_field", status: 201 },
    async handle({ service, account, param, body }) {
      const entity = await requireEntity(service.db, account.id, param("id"));
      return fieldResponse(
        service.db,
        await putField(service, account, entity, body.data.attributes),
        [],
        201,
      );
    },
  });
  const edited = operation({
    summary: "Gives the record's custom field another value.",
    section,
    body: valueSchema,
    success: { kind: "item", type: "custom_field" },
    async handle({ service, account, param, body }) {
      const entity = await requireEntity(service.db, account.id, param("id"));
      const where = named(account.id, entity, param("api_slug"));
      return fieldResponse(
        service.db,
        await editField(service, account, where, body.data.attributes.value),
        [],
      );
    },
  });
  const removed = operation({
    summary: "Takes a custom field off the record.",
    section,
    success: { kind: "empty" },
    async handle({ service: { db }, account, param }) {
      const entity = await requireEntity(db, account.id, param("id"));
      const { field } = await requireField(db, named(account.id, entity, param("api_slug")));
      const gone = await db.delete(f).where(eq(f.id, field.id)).returning({ id: f.id });
      if (gone.length === 0) throw notFound("There is no such custom field in this account.");
      return emptyResponse();
    },
  });
  return [
    endpoint(`/${collection}/{id}/custom_fields`, { get: listed, post: put }),
    endpoint(`/${collection}/{id}/custom_fields/{api_slug}`, { patch: edited, delete: removed }),
  ];
}

export const customFieldEndpoints = [
  endpoint("/custom_fields", { get: list, post: create }),
  endpoint("/custom_fields/{id}", { get: item, patch: edit, delete: remove }),
  ...fieldsOf("shipments", "Shipment"),
  ...fieldsOf("containers", "Container"),
  ...fieldsOf("tracking_requests", "TrackingRequest"),
];
