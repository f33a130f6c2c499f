import { sql } from "drizzle-orm";
import { z } from "zod";
import { ROLES } from "@/lib/auth/access/roles";
import type { CommandContext } from "@/lib/auth/commands/command";
import type { Database } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";
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
  const [user] = await queryRows(
    db,
    actorSchema,
    sql`
    select u.id as "userId", u.email, u.name, u.role from jobs j join users u on u.id = j.created_by
    where j.id = ${jobId}::uuid and u.disabled_at is null`,
  );
  if (!user) return null;
  const actor = { ...user, jobId };
  return { actor, db, tracking, now: new Date(), requestId: `job ${jobId}` };
}
