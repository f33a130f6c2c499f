import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { documentEntry } from "@/lib/contract/document";
import type { DocumentRecord } from "@/lib/features/documents/rules/document";
import { documentEmailSchema, documentLinkSchema } from "@/lib/features/documents/rules/document";
import { notDeletedUpstream } from "@/lib/mirror/deleted-upstream";
import { type RelatedRecord, status } from "@/lib/mirror/read-status";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";

export { listDocumentKinds } from "@/lib/mirror/document-kinds";

const documentRecordRowSchema = z.object({
  id: z.string(),
  attributes: z.unknown(),
  links: z.array(documentLinkSchema),
  email: documentEmailSchema.nullable(),
});
type DocumentRecordRow = z.infer<typeof documentRecordRowSchema>;

const moreSchema = z.object({
  document_type: z.string().nullish().catch(null),
  document_type_manual: z.string().nullish().catch(null),
  byte_size: z.number().nullish().catch(null),
  // supplement-2.md, 2. 11 attributes: the live service's name.
  file_size_bytes: z.number().nullish().catch(null),
  failed_reason: z.string().nullish().catch(null),
});

const linked = (relation: "cargos" | "shipments"): SQL => sql`
  jsonb_array_elements(case when jsonb_typeof(t.relationships #> array[${relation}, 'data']) = 'array'
    then t.relationships #> array[${relation}, 'data'] else '[]' end) named`;

const documentOf = ({ id, attributes, links, email }: DocumentRecordRow): DocumentRecord | null => {
  const entry = documentEntry(id, attributes);
  if (!entry) return null;
  const more = moreSchema.parse(attributes);
  const { failed_reason: failedReason } = more;
  const type = more.document_type_manual || more.document_type;
  const bytes = more.byte_size ?? more.file_size_bytes;
  return {
    ...entry,
    type: type ?? null,
    bytes: bytes ?? null,
    failedReason: failedReason ?? null,
    links,
    email,
  };
};

async function readDocuments(executor: Executor, where: SQL): Promise<DocumentRecord[]> {
  const rows = await queryRows(
    executor,
    documentRecordRowSchema,
    sql`
      select t.id, t.attributes, (
        select coalesce(jsonb_agg(jsonb_build_object('type', type, 'id', id, 'number', number) order by type, number, id), '[]')
        from (
          select 'container' as type, named ->> 'id' as id,
            coalesce((select c.attributes ->> 'number' from containers c where c.id = named ->> 'id'), named ->> 'id') as number
          from ${linked("cargos")}
          union
          select 'shipment', named ->> 'id', coalesce((select nullif(s.attributes ->> 'bill_of_lading_number', '')
            from shipments s where s.id = named ->> 'id'), named ->> 'id')
          from ${linked("shipments")}) linked where id is not null) as links,
        case when mail.id is not null then jsonb_build_object('id', mail.id, 'subject', mail.attributes -> 'subject',
          'from', mail.attributes -> 'from' -> 0, 'sentAt',
          coalesce(mail.attributes ->> 'sent_at', mail.attributes ->> 'created_at')) end as email
      from documents t
      left join email_submissions mail on mail.id = t.relationships #>> '{email_submission,data,id}'
      where ${where}
      order by t.attributes ->> 'created_at' desc nulls last, t.id`,
  );
  return rows.flatMap((row) => documentOf(row) ?? []);
}

/** Lists the documents of a container or shipment, newest first. */
export function listDocumentRecords(
  executor: Executor,
  { type, id }: RelatedRecord,
): Promise<DocumentRecord[]> {
  const relation = type === "container" ? "cargos" : "shipments";
  const named = JSON.stringify({ [relation]: { data: [{ id }] } });
  return readDocuments(
    executor,
    sql`t.relationships @> ${named}::jsonb and ${status("documents", "document", id)}`,
  );
}

const OF_RECORD = sql`t.relationships @> jsonb_build_object(r.relation,
  jsonb_build_object('data', jsonb_build_array(jsonb_build_object('id', r.id))))`;

/**
 * Lists the documents of containers and of their shipments, newest first: those with one of the types, in one of the
 * media types or in one that the service did not report.
 */
export function listDocumentsOfContainers(
  executor: Executor,
  ids: readonly string[],
  { types, mediaTypes }: { types: readonly string[]; mediaTypes: readonly string[] },
): Promise<DocumentRecord[]> {
  const containers = sql`${sql.param([...ids])}::text[]`;
  return readDocuments(
    executor,
    sql`t.id in (
      select d.id from (
        select id, 'cargos' as relation from unnest(${containers}) given (id)
        union select shipment_id, 'shipments' from containers where id = any(${containers}) and shipment_id is not null
      ) r cross join lateral (
        select t.id from documents t where ${OF_RECORD} and ${status("documents", "document", sql`r.id`)}
      ) d)
      and coalesce(nullif(t.attributes ->> 'document_type_manual', ''), t.attributes ->> 'document_type')
        = any(${sql.param([...types])}::text[])
      and coalesce(t.attributes ->> 'file_content_type', t.attributes ->> 'content_type', ${mediaTypes[0]})
        = any(${sql.param([...mediaTypes])}::text[])`,
  );
}

/** Finds a document by its id. Null when the dashboard does not store it. */
export async function findDocument(executor: Executor, id: string): Promise<DocumentRecord | null> {
  if (id.includes("\0")) return null;
  const [record] = await readDocuments(executor, sql`t.id = ${id} and ${notDeletedUpstream("document")}`);
  return record ?? null;
}

/** Finds the document with the same file, by the SHA-256 of its bytes. Null when the dashboard stores none. */
export async function findDocumentOfFile(
  executor: Executor,
  checksum: string,
): Promise<DocumentRecord | null> {
  const [record] = await readDocuments(
    executor,
    sql`t.attributes ->> 'checksum' = ${checksum} and ${notDeletedUpstream("document")}`,
  );
  return record ?? null;
}
