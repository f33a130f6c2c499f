import { sql } from "drizzle-orm";
import { z } from "zod";
import type { UnreadableList } from "@/lib/features/connection/rules/settings-data";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";

const MAX_LIST = 200;

const unreadableSchema = z.object({
  type: z.string(),
  name: z.string(),
  count: z.number(),
  lastValue: z.string(),
  lastAt: z.string(),
  notificationId: z.string().nullable(),
  total: z.number(),
});

/** Lists the attributes that could not be read, by type of record and name, the last one first, and their total number. */
export async function listUnreadable(executor: Executor): Promise<UnreadableList> {
  const rows = await queryRows(
    executor,
    unreadableSchema,
    sql`
      select type, name, times_read::float8 as count, last_value as "lastValue", to_iso(last_at) as "lastAt",
        notification_id as "notificationId", count(*) over ()::int as total
      from unreadable_attributes order by last_at desc, type, name limit ${MAX_LIST}`,
  );
  return { total: rows[0]?.total ?? 0, attributes: rows.map(({ total: _, ...row }) => row) };
}
