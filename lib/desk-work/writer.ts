import { sql } from "drizzle-orm";
import type { Executor } from "@/lib/db/client";

/** Who is at the desk, as far as what is written needs to know. */
export type Writer = { userId: string };

/** What to call somebody who wrote: the name, else the address; "somebody" once the user is gone. */
export const writerName = (userId: ReturnType<typeof sql>) =>
  sql`coalesce((select coalesce(nullif(trim(u.name), ''), u.email) from users u where u.id = ${userId}), 'somebody')`;

/** The same for one user. */
export async function findWriterName(executor: Executor, userId: string | null): Promise<string> {
  const { rows } = await executor.execute<{ name: string }>(
    sql`select ${writerName(sql`${userId}::uuid`)} as name`,
  );
  return rows[0]?.name ?? "somebody";
}
