import { sql } from "drizzle-orm";
import { z } from "zod";
import { ROLES } from "@/lib/auth/access/roles";
import type { CommandContext } from "@/lib/auth/commands/command";
import type { Database } from "@/lib/platform/database/client";
import type { TrackingClient } from "@/lib/tracking-client/client";

const actorSchema = z.object({
  userId: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  role: z.enum(ROLES),
});

/**
 * The context of a job's row: a worker acts for the user who started the job, with the role that the user has now. Null
 * when the user was deleted or disabled.
 */
export async function jobContext(
  db: Database,
  tracking: TrackingClient,
  jobId: string,
): Promise<CommandContext | null> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select u.id as "userId", u.email, u.name, u.role from jobs j join users u on u.id = j.created_by
    where j.id = ${jobId}::uuid and u.disabled_at is null`);
  if (!rows[0]) return null;
  const actor = { ...actorSchema.parse(rows[0]), jobId };
  return { actor, db, tracking, now: new Date(), requestId: `job ${jobId}` };
}
