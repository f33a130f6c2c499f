import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";

/**
 * The lag of the reports behind the mirror: changed containers and the earliest change (UTC text, null when there is no
 * lag).
 */
export type Behind = { containers: number; since: string | null };

const MAX_COUNTED = 10_000;

const behindSchema = z.object({ containers: z.number(), since: z.string().nullable() });

/** Returns the number of changed containers that are not in the reports yet, at most 10,000. */
export async function readBehind(executor: Executor): Promise<Behind> {
  const rows = await queryRows(
    executor,
    behindSchema,
    sql`
      select count(distinct container_id)::int as containers, to_iso(min(noted_at)) as since
      from (select container_id, noted_at from report_rebuild_queue order by id limit ${MAX_COUNTED}) due`,
  );
  return rows[0] ?? { containers: 0, since: null };
}
