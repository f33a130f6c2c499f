import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";
import { userName } from "@/lib/platform/database/user-name-sql";
import type { AuditCode } from "./audit-codes";

const whoSchema = z.object({ by: z.string().nullable(), at: z.string().nullable() });

/** Who stored a value, and when. Both are null when it is not known. */
export type Who = z.infer<typeof whoSchema>;

/**
 * Who stored what a record has now, by the audit log: the last entry of `action` with this member of its data. Null for a row
 * of a job and what another system stored.
 */
export async function whoStored(
  executor: Executor,
  { type, id }: { type: string; id: string },
  { action, key, value }: { action: AuditCode; key: string; value: unknown },
): Promise<Who> {
  const [who = { by: null, at: null }] = await queryRows(
    executor,
    whoSchema,
    sql`
      select case when user_id is null then null else ${userName(sql`user_id`)} end as by, to_iso(at) as at
      from audit_entries
      where record_type = ${type} and record_id = ${id} and action = ${action}
        and data -> ${key}::text = ${JSON.stringify(value)}::jsonb
      order by id desc limit 1`,
  );
  return who;
}
