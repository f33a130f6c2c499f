import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";

/** When a list was last read, and when it was last refused to the account (ISO text, UTC). */
const readingSchema = z.object({
  readAt: z.string().nullable(),
  refusedAt: z.string().nullable(),
  text: z.string().nullable(),
});

const factsSchema = z.object({
  /** When a sync run last read the whole account. Null when none did. */
  roundAt: z.string().nullable(),
  everRead: z.boolean(),
  /** When the service last accepted a number. */
  trackedAt: z.string().nullable(),
  mapAt: z.string().nullable(),
  customFields: readingSchema,
  documents: readingSchema,
});
/** Facts in the mirror about the features of the account. Instants are ISO text in UTC. */
export type MirrorFacts = z.infer<typeof factsSchema>;

const reading = (...what: string[]) => sql`(select json_build_object(
    'readAt', to_iso(max(as_of)),
    'refusedAt', to_iso(max(attempted_at) filter (where refused)),
    'text', (array_agg(problem order by attempted_at desc) filter (where refused))[1])
  from (select *, container_id = '' and code in ('not_allowed', 'not_found', 'refused_by_service') as refused
    from related_fetches where what = any(${sql.param(what)}::text[])) as readings)`;

export async function readMirrorFacts(executor: Executor): Promise<MirrorFacts> {
  const [facts] = await queryColumn(
    executor,
    factsSchema,
    sql`
      select json_build_object(
        'roundAt', (select to_iso(max(ended_at)) from sync_runs where completed),
        'everRead', exists (select from sync_runs where completed) or exists (select from containers),
        'trackedAt', (select to_iso(max(created_at)) from tracking_requests),
        'mapAt', (select to_iso(max(as_of)) from related_fetches where what = 'map'),
        'customFields', ${reading("custom_field_definitions", "custom_fields")},
        'documents', ${reading("documents")}
      ) as facts`,
  );
  if (!facts) throw new Error("reading what the account may do answered no row");
  return facts;
}
