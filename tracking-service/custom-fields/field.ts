import { randomUUID } from "node:crypto";
import { and, count, desc, eq, type SQL } from "drizzle-orm";
import type { CustomEntityType } from "@/lib/contract/custom-field";
import type { Account } from "@/tracking-service/accounts/authenticate";
import type { Service } from "@/tracking-service/endpoints/operation";
import { itemResponse, pageResponse } from "@/tracking-service/json-api/document";
import { notFound, unprocessable } from "@/tracking-service/json-api/errors";
import type { Page } from "@/tracking-service/json-api/paging";
import { presentFields } from "@/tracking-service/resources/custom-field-records";
import { requestedIncluded } from "@/tracking-service/resources/included";
import { path } from "@/tracking-service/resources/resource";
import { customFieldDefinitions, customFields } from "@/tracking-service/store/custom-fields-schema";
import type { Database, Reader } from "@/tracking-service/store/database";
import { checkedValue } from "./values";

const f = customFields;
const d = customFieldDefinitions;

const joined = (reader: Reader, where: SQL | undefined) =>
  reader.select({ field: f, definition: d }).from(f).innerJoin(d, eq(d.id, f.definitionId)).where(where);

export type FieldWithDefinition = Awaited<ReturnType<typeof joined>>[number];

/** Returns the first matching field, or throws 404. `where` must limit it to the account. */
export async function requireField(reader: Reader, where: SQL | undefined): Promise<FieldWithDefinition> {
  const [row] = await joined(reader, where).limit(1);
  if (!row) throw notFound("There is no such custom field here.");
  return row;
}

/** A page of fields, newest first. */
export async function fieldsResponse(
  db: Database,
  where: SQL | undefined,
  page: Page,
  include: string[][],
): Promise<Response> {
  const [counted] = await db
    .select({ total: count() })
    .from(f)
    .innerJoin(d, eq(d.id, f.definitionId))
    .where(where);
  const rows = await joined(db, where)
    .orderBy(desc(f.createdAt), desc(f.id))
    .limit(page.size)
    .offset(page.offset);
  const resources = await presentFields(db, rows);
  return pageResponse(resources, await requestedIncluded(db, resources, include), counted?.total ?? 0, page);
}

export async function fieldResponse(
  db: Database,
  row: FieldWithDefinition,
  include: string[][],
  status: 200 | 201 = 200,
  self = path("custom_fields", row.field.id),
): Promise<Response> {
  const resources = await presentFields(db, [row]);
  const [resource] = resources;
  if (!resource) throw new Error("the custom field was not presented");
  const included = await requestedIncluded(db, resources, include);
  return itemResponse(resource, self, included, status);
}

export type Entity = { type: CustomEntityType; id: string };

/** The account's definition of a slug for this record type. 422 on api_slug when there is none. */
export async function findDefinition(
  reader: Reader,
  accountId: string,
  entityType: CustomEntityType,
  slug: string,
) {
  const [definition] = await reader
    .select()
    .from(d)
    .where(and(eq(d.accountId, accountId), eq(d.entityType, entityType), eq(d.apiSlug, slug)))
    .for("share");
  if (definition) return definition;
  const detail = `A ${entityType} of this account has no custom field ${slug}.`;
  throw unprocessable("Unknown api_slug", detail, { pointer: "/data/attributes/api_slug" }, "invalid");
}

/** Sets the value of a record's field, whether or not it already has a value. */
export async function putField(
  { db, now }: Service,
  account: Account,
  entity: Entity,
  { api_slug: slug, value }: { api_slug: string; value?: unknown },
): Promise<FieldWithDefinition> {
  return db.transaction(async (tx) => {
    const definition = await findDefinition(tx, account.id, entity.type, slug);
    const checked = await checkedValue(tx, definition, value);
    const at = now();
    const change = { value: checked, updatedByKeyId: account.keyId, updatedAt: at };
    const [field] = await tx
      .insert(f)
      .values({
        id: randomUUID(),
        accountId: account.id,
        definitionId: definition.id,
        entityId: entity.id,
        createdAt: at,
        ...change,
      })
      .onConflictDoUpdate({ target: [f.definitionId, f.entityId], set: change })
      .returning();
    if (!field) throw new Error("the custom field was not stored");
    return { field, definition };
  });
}

/** Replaces the value of a field. */
export async function editField(
  { db, now }: Service,
  account: Account,
  where: SQL | undefined,
  value: unknown,
): Promise<FieldWithDefinition> {
  return db.transaction(async (tx) => {
    const { field, definition } = await requireField(tx, where);
    const checked = await checkedValue(tx, definition, value);
    const [edited] = await tx
      .update(f)
      .set({ value: checked, updatedByKeyId: account.keyId, updatedAt: now() })
      .where(eq(f.id, field.id))
      .returning();
    if (!edited) throw notFound();
    return { field: edited, definition };
  });
}
