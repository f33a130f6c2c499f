import { sql } from "drizzle-orm";
import type { Executor } from "@/lib/platform/database/client";

/** When a list was last read, and when it was last refused to the account (ISO text, UTC). */
type Reading = { readAt: string | null; refusedAt: string | null; text: string | null };

/** Facts in the mirror about the features of the account. Instants are ISO text in UTC. */
export type MirrorFacts = {
  /** When a sync run last read the whole account. Null when none did. */
  roundAt: string | null;
  everRead: boolean;
  /** When the service last accepted a number. */
  trackedAt: string | null;
  mapAt: string | null;
  customFields: Reading;
  documents: Reading;
};

const reading = (...what: string[]) => sql`(select json_build_object(
    'readAt', to_iso(max(as_of)),
    'refusedAt', to_iso(max(attempted_at) filter (where refused)),
    'text', (array_agg(problem order by attempted_at desc) filter (where refused))[1])
  from (select *, container_id = '' and code in ('not_allowed', 'not_found', 'refused_by_service') as refused
    from related_fetches where what = any(${sql.param(what)}::text[])) as readings)`;

export async function readMirrorFacts(executor: Executor): Promise<MirrorFacts> {
  const { rows } = await executor.execute<{ facts: MirrorFacts }>(sql`
    select json_build_object(
      'roundAt', (select to_iso(max(ended_at)) from sync_runs where completed),
      'everRead', exists (select from sync_runs where completed) or exists (select from containers),
      'trackedAt', (select to_iso(max(created_at)) from tracking_requests),
      'mapAt', (select to_iso(max(as_of)) from related_fetches where what = 'map'),
      'customFields', ${reading("custom_field_definitions", "custom_fields")},
      'documents', ${reading("documents")}
    ) as facts`);
  const [row] = rows;
  if (!row) throw new Error("reading what the account may do answered no row");
  return row.facts;
}
