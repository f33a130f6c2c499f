import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { documentEntry } from "@/lib/contract/document";
import type { Paper, PaperLink } from "@/lib/features/documents/rules/document";
import { notVanished } from "@/lib/mirror/deleted-upstream";
import { type RelatedRecord, standing } from "@/lib/mirror/read-status";
import type { Executor } from "@/lib/platform/database/client";

export { listDocumentKinds } from "@/lib/mirror/document-kinds";

type PaperRow = { id: string; attributes: unknown; links: PaperLink[] };

const moreSchema = z.object({
  document_type: z.string().nullish().catch(null),
  byte_size: z.number().nullish().catch(null),
  failed_reason: z.string().nullish().catch(null),
});

const linked = (relation: "cargos" | "shipments"): SQL => sql`
  jsonb_array_elements(case when jsonb_typeof(t.relationships #> array[${relation}, 'data']) = 'array'
    then t.relationships #> array[${relation}, 'data'] else '[]' end) named`;

const paperOf = ({ id, attributes, links }: PaperRow): Paper | null => {
  const entry = documentEntry(id, attributes);
  if (!entry) return null;
  const { document_type: type, byte_size: bytes, failed_reason: failedReason } = moreSchema.parse(attributes);
  return { ...entry, type: type ?? null, bytes: bytes ?? null, failedReason: failedReason ?? null, links };
};

async function readPapers(executor: Executor, where: SQL): Promise<Paper[]> {
  const { rows } = await executor.execute<PaperRow>(sql`
    select t.id, t.attributes, (
      select coalesce(jsonb_agg(jsonb_build_object('type', type, 'id', id, 'number', number) order by type, number, id), '[]')
      from (
        select 'container' as type, named ->> 'id' as id,
          coalesce((select c.attributes ->> 'number' from containers c where c.id = named ->> 'id'), named ->> 'id') as number
        from ${linked("cargos")}
        union
        select 'shipment', named ->> 'id', coalesce((select nullif(s.attributes ->> 'bill_of_lading_number', '')
          from shipments s where s.id = named ->> 'id'), named ->> 'id')
        from ${linked("shipments")}) linked where id is not null) as links
    from documents t where ${where}
    order by t.attributes ->> 'created_at' desc nulls last, t.id`);
  return rows.flatMap((row) => paperOf(row) ?? []);
}

/** Lists the documents of a container or shipment, newest first. */
export function listPapers(executor: Executor, { type, id }: RelatedRecord): Promise<Paper[]> {
  const relation = type === "container" ? "cargos" : "shipments";
  const named = JSON.stringify({ [relation]: { data: [{ id }] } });
  return readPapers(
    executor,
    sql`t.relationships @> ${named}::jsonb and ${standing("documents", "document", id)}`,
  );
}

/** Finds a document by its id. Null when the dashboard does not store it. */
export async function findPaper(executor: Executor, id: string): Promise<Paper | null> {
  if (id.includes("\0")) return null;
  const [paper] = await readPapers(executor, sql`t.id = ${id} and ${notVanished("document")}`);
  return paper ?? null;
}

/** Finds the document with the same file, by the SHA-256 of its bytes. Null when the dashboard stores none. */
export async function findPaperOfFile(executor: Executor, checksum: string): Promise<Paper | null> {
  const [paper] = await readPapers(
    executor,
    sql`t.attributes ->> 'checksum' = ${checksum} and ${notVanished("document")}`,
  );
  return paper ?? null;
}
