import { and, count, desc, eq, exists, ilike, inArray, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { DOCUMENT_STATUSES, DOCUMENT_TYPES, isDocumentType } from "@/lib/contract/document";
import { operation } from "@/tracking-service/endpoints/operation";
import { pageResponse } from "@/tracking-service/json-api/document";
import { textParameter } from "@/tracking-service/json-api/query";
import { presentDocuments } from "@/tracking-service/resources/document-records";
import { requestedIncluded } from "@/tracking-service/resources/included";
import type { Reader } from "@/tracking-service/store/database";
import { documentContainers, documentShipments, documents } from "@/tracking-service/store/documents-schema";

const SECTION = "supplement.md, documents; supplement-2.md, 2. GET /documents";
const TYPE_NAMES = Object.keys(DOCUMENT_TYPES);
const idParameter = z.uuid({ error: "must be a uuid" }).optional();

const typesParameter = z
  .string()
  .transform((text) => text.split(",").map((code) => code.trim()))
  .refine((codes) => codes.every(isDocumentType), { error: `must be of ${TYPE_NAMES.join(", ")}` })
  .optional();

/** The label of the key that uploaded a document. */
const ADDED_BY = sql`(select k.label from api_keys k where k.id = ${documents.userKeyId})`;
const SORTS: Readonly<Record<string, SQL>> = {
  document_type: sql`coalesce(${documents.documentTypeManual}, ${documents.documentType})`,
  added_by: ADDED_BY,
  created_at: sql`${documents.createdAt}`,
};
const sortParameter = z
  .enum(
    Object.keys(SORTS).flatMap((name) => [name, `-${name}`]),
    {
      error: `must be ${Object.keys(SORTS).join(", ")}, with - for descending order`,
    },
  )
  .optional();

function orderOf(sort: string | undefined): SQL[] {
  const column = SORTS[sort?.replace(/^-/, "") ?? ""];
  if (!column) return [];
  return [sort?.startsWith("-") ? sql`${column} desc nulls last` : sql`${column} asc nulls last`];
}

/** A condition on a text that contains the searched one, in either case. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** Whether a document belongs to a shipment or container with this number or reference number. */
function ofReference(reference: string): SQL {
  const upper = reference.toUpperCase();
  const among = (names: SQL) =>
    sql`exists (select from jsonb_array_elements_text(coalesce(${names}, '[]')) r where upper(r) = ${upper})`;
  return sql`(exists (select from document_shipments l join shipments s on s.id = l.shipment_id
      where l.document_id = ${documents.id} and (upper(s.attributes ->> 'bill_of_lading_number') = ${upper}
        or ${among(sql`nullif(s.attributes -> 'ref_numbers', 'null')`)}))
    or exists (select from document_containers l join containers c on c.id = l.container_id
      where l.document_id = ${documents.id} and (c.number = ${upper}
        or ${among(sql`nullif(c.attributes -> 'ref_numbers', 'null')`)})))`;
}

type Sent = Partial<Record<"filter[filename]" | "filter[reference]", string>> & {
  "filter[document_types]"?: string[] | undefined;
};

function sent(query: { [Key in keyof Sent]?: Sent[Key] | undefined }): (SQL | undefined)[] {
  const name = query["filter[filename]"];
  const reference = query["filter[reference]"];
  const types = query["filter[document_types]"];
  return [
    name === undefined
      ? undefined
      : or(ilike(documents.name, containing(name)), ilike(documents.fileName, containing(name))),
    reference === undefined ? undefined : ofReference(reference),
    types && inArray(documents.documentType, types.filter(isDocumentType)),
  ];
}

const ALIAS = "current_extraction";

/** `current_extraction` is another name of the last representation. */
export const aliased = (include: string[][]): string[][] =>
  include.map((names) => names.map((name) => (name === ALIAS ? "last_document_representation" : name)));

function isLinked(
  reader: Reader,
  link: typeof documentShipments | typeof documentContainers,
  where: SQL,
): SQL {
  return exists(
    reader
      .select({ id: link.documentId })
      .from(link)
      .where(and(eq(link.documentId, documents.id), where)),
  );
}

export const listDocuments = operation({
  summary: "Documents of the account, newest first unless sorted.",
  section: SECTION,
  query: {
    "filter[document_type]": z.enum(TYPE_NAMES, { error: `must be ${TYPE_NAMES.join(", ")}` }).optional(),
    "filter[status]": z
      .enum(DOCUMENT_STATUSES, { error: `must be ${DOCUMENT_STATUSES.join(", ")}` })
      .optional(),
    "filter[shipment_id]": idParameter,
    "filter[cargo_id]": idParameter,
    "filter[filename]": textParameter,
    "filter[reference]": textParameter,
    "filter[document_types]": typesParameter,
    sort: sortParameter,
  },
  include: "document",
  pageSize: 30,
  success: { kind: "list", type: "document" },
  async handle({ service: { db }, account, query, page, include }) {
    const type = query["filter[document_type]"];
    const status = query["filter[status]"];
    const shipmentId = query["filter[shipment_id]"];
    const containerId = query["filter[cargo_id]"];
    const where = and(
      eq(documents.accountId, account.id),
      type && isDocumentType(type) ? eq(documents.documentType, type) : undefined,
      status && eq(documents.status, status),
      shipmentId ? isLinked(db, documentShipments, eq(documentShipments.shipmentId, shipmentId)) : undefined,
      containerId
        ? isLinked(db, documentContainers, eq(documentContainers.containerId, containerId))
        : undefined,
      ...sent(query),
    );
    const [counted] = await db.select({ total: count() }).from(documents).where(where);
    const rows = await db
      .select()
      .from(documents)
      .where(where)
      .orderBy(...orderOf(query.sort), desc(documents.createdAt), desc(documents.id))
      .limit(page.size)
      .offset(page.offset);
    const resources = await presentDocuments(db, rows);
    return pageResponse(
      resources,
      await requestedIncluded(db, resources, aliased(include)),
      counted?.total ?? 0,
      page,
    );
  },
});
