import { sql } from "drizzle-orm";
import type { Executor } from "@/lib/platform/database/client";

/** How far the reports are behind the mirror: containers that changed and since when (UTC text; null when they are not). */
export type Behind = { containers: number; since: string | null };

const MOST_COUNTED = 10_000;

/** How many containers changed that the reports do not tell of yet, at most 10,000. */
export async function readBehind(executor: Executor): Promise<Behind> {
  const { rows } = await executor.execute<Behind>(sql`
    select count(distinct container_id)::int as containers, to_iso(min(noted_at)) as since
    from (select container_id, noted_at from report_due order by id limit ${MOST_COUNTED}) due`);
  return rows[0] ?? { containers: 0, since: null };
}
