import { sql } from "drizzle-orm";
import type { Executor } from "@/lib/db/client";
import type { DeadlineGroup } from "@/lib/dispatch/deadlines-ahead";

/** The account's boxes that are not picked up, counted by deadline and readiness. */
export async function listDeadlineGroups(executor: Executor): Promise<DeadlineGroup[]> {
  const { rows } = await executor.execute<DeadlineGroup>(sql`
    select row -> 'deadline' as deadline, row #>> '{readiness,state}' as readiness, count(*)::int as boxes
    from board_rows where not picked_up group by 1, 2`);
  return rows;
}
