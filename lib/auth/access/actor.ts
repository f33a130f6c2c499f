import { sql } from "drizzle-orm";
import type { Executor } from "@/lib/platform/database/client";
import { userName } from "@/lib/platform/database/user-name-sql";

/** Who is at the dashboard, as far as what is written needs to know. */
export type Writer = { userId: string };

/** What to call who wrote; "somebody" once the user is gone. */
export async function findWriterName(executor: Executor, userId: string | null): Promise<string> {
  const { rows } = await executor.execute<{ name: string }>(
    sql`select ${userName(sql`${userId}::uuid`)} as name`,
  );
  return rows[0]?.name ?? "somebody";
}
