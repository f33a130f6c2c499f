import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";
import { userName } from "@/lib/platform/database/user-name-sql";

/** The signed-in user, as far as write operations need it. */
export type Writer = { userId: string };

/** The display name of the user who wrote an entry; "somebody" if the user was deleted. */
export async function findWriterName(executor: Executor, userId: string | null): Promise<string> {
  const [name = "somebody"] = await queryColumn(
    executor,
    z.string(),
    sql`select ${userName(sql`${userId}::uuid`)} as name`,
  );
  return name;
}
