import { randomUUID } from "node:crypto";
import { and, asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { endpoint, operation } from "@/tracking-service/endpoints/operation";
import { shortText } from "@/tracking-service/json-api/body";
import { emptyResponse, itemResponse, pageResponse } from "@/tracking-service/json-api/document";
import { notFound, unprocessable } from "@/tracking-service/json-api/errors";
import { requireUuid } from "@/tracking-service/json-api/uuid";
import { presentOptions } from "@/tracking-service/resources/custom-field-records";
import { requestedIncluded } from "@/tracking-service/resources/included";
import { path } from "@/tracking-service/resources/resource";
import { customFieldOptions } from "@/tracking-service/store/custom-fields-schema";
import { isDuplicate, type Reader } from "@/tracking-service/store/database";
import { requireDefinition } from "./custom-field-definitions";

const o = customFieldOptions;
const SECTION = "supplement.md, custom_field_definitions/{id}/options";
const MAX = 500;

const position = z.number().int().min(0).max(1_000_000);

const createSchema = z.object({
  data: z.object({
    type: z.literal("custom_field_option"),
    attributes: z.object({ label: shortText, value: shortText.nullish(), position: position.nullish() }),
  }),
});

const editSchema = z.object({
  data: z.object({
    type: z.literal("custom_field_option"),
    attributes: z.object({
      label: shortText.optional(),
      value: z.string().optional(),
      position: position.optional(),
    }),
  }),
});

const attribute = (name: string) => ({ pointer: `/data/attributes/${name}` });

function filled(name: string, text: string): string {
  if (text !== "") return text;
  throw unprocessable(`Blank ${name}`, `${name} can't be blank.`, attribute(name), "blank");
}

async function requireOption(reader: Reader, accountId: string, definitionId: string, id: string) {
  const definition = await requireDefinition(reader, accountId, definitionId);
  const [row] = await reader
    .select()
    .from(o)
    .where(and(eq(o.id, requireUuid(id)), eq(o.definitionId, definition.id)));
  if (!row) throw notFound("There is no such option of this custom field.");
  return row;
}

function response(
  row: typeof o.$inferSelect,
  status: 200 | 201 = 200,
  self = path("custom_field_definitions", row.definitionId, "options", row.id),
): Response {
  const [resource] = presentOptions([row]);
  if (!resource) throw new Error("the option was not presented");
  return itemResponse(resource, self, null, status);
}

const list = operation({
  summary: "Options of a custom field, in their order.",
  section: SECTION,
  include: "custom_field_option",
  pageSize: 30,
  success: { kind: "list", type: "custom_field_option" },
  async handle({ service: { db }, account, param, page, include }) {
    const definition = await requireDefinition(db, account.id, param("id"));
    const where = eq(o.definitionId, definition.id);
    const total = await db.$count(o, where);
    const rows = await db
      .select()
      .from(o)
      .where(where)
      .orderBy(asc(o.position), asc(o.createdAt), asc(o.id))
      .limit(page.size)
      .offset(page.offset);
    const resources = presentOptions(rows);
    return pageResponse(resources, await requestedIncluded(db, resources, include), total, page);
  },
});

/** `value` defaults to the label. `position` defaults to the end of the list. */
const create = operation({
  summary: "Adds an option to an enum or enum_multi field.",
  section: SECTION,
  body: createSchema,
  success: { kind: "item", type: "custom_field_option", status: 201 },
  async handle({ service: { db, now }, account, param, body }) {
    const { attributes } = body.data;
    const definition = await requireDefinition(db, account.id, param("id"));
    if (definition.dataType !== "enum" && definition.dataType !== "enum_multi") {
      const detail = `${definition.apiSlug} holds ${definition.dataType} and takes no options.`;
      throw unprocessable("Options not possible", detail, { pointer: "/data" }, "invalid");
    }
    const label = filled("label", attributes.label);
    const at = now();
    const [last] = await db
      .select({
        position: sql<number>`coalesce(max(${o.position}) + 1, 0)::int`,
        rows: sql<number>`count(*)::int`,
      })
      .from(o)
      .where(eq(o.definitionId, definition.id));
    if (last && last.rows >= MAX) {
      throw unprocessable(
        "Too many options",
        `A field has at most ${MAX} options.`,
        { pointer: "/data" },
        "too_long",
      );
    }
    const row = {
      id: randomUUID(),
      definitionId: definition.id,
      label,
      value: filled("value", attributes.value ?? label),
      position: attributes.position ?? last?.position ?? 0,
      createdAt: at,
      updatedAt: at,
    };
    try {
      await db.insert(o).values(row);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      const detail = `This field has an option ${row.value} already.`;
      throw unprocessable("value already taken", detail, attribute("value"), "taken");
    }
    return response(row, 201);
  },
});

const item = operation({
  summary: "One option.",
  section: SECTION,
  success: { kind: "item", type: "custom_field_option" },
  handle: async ({ service: { db }, account, param, self }) =>
    response(await requireOption(db, account.id, param("id"), param("option_id")), 200, self),
});

const edit = operation({
  summary: "Edits an option's label and position; its value stays, since fields hold it.",
  section: SECTION,
  body: editSchema,
  success: { kind: "item", type: "custom_field_option" },
  async handle({ service: { db, now }, account, param, body }) {
    const { label, value, position: wanted } = body.data.attributes;
    const row = await requireOption(db, account.id, param("id"), param("option_id"));
    if (value !== undefined && value !== row.value) {
      throw unprocessable("Invalid value", "value can't be changed.", attribute("value"), "readonly");
    }
    const change = {
      label: label === undefined ? row.label : filled("label", label),
      position: wanted ?? row.position,
      updatedAt: now(),
    };
    const [edited] = await db.update(o).set(change).where(eq(o.id, row.id)).returning();
    if (!edited) throw notFound();
    return response(edited);
  },
});

const remove = operation({
  summary: "Deletes an option. Fields that hold its value keep it.",
  section: SECTION,
  success: { kind: "empty", status: 200 },
  async handle({ service: { db }, account, param }) {
    const row = await requireOption(db, account.id, param("id"), param("option_id"));
    const gone = await db.delete(o).where(eq(o.id, row.id)).returning({ id: o.id });
    if (gone.length === 0) throw notFound();
    return emptyResponse(200);
  },
});

export const customFieldOptionEndpoints = [
  endpoint("/custom_field_definitions/{id}/options", { get: list, post: create }),
  endpoint("/custom_field_definitions/{id}/options/{option_id}", { get: item, patch: edit, delete: remove }),
];
