import { sql } from "drizzle-orm";
import { z } from "zod";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { command } from "@/lib/auth/commands/command";
import { transact } from "@/lib/platform/database/transaction";
import { AppError } from "@/lib/platform/errors";

/**
 * Has workers remove all samples, except those that a user has changed. Returns their number. Throws `busy` while
 * samples are still created.
 */
export const removeSamples = command(
  { right: "administer", input: z.object({}) },
  async ({ db, actor }): Promise<number> =>
    transact(db, async (tx) => {
      const { rows: planned } = await tx.execute(sql`select from samples where state = 'planned' limit 1`);
      if (planned.length > 0)
        throw new AppError("busy", "Samples are still being created. Try again in a minute.");
      const { rowCount } = await tx.execute(sql`
        update samples set state = 'removing', attempts = 0, next_attempt_at = clock_timestamp() where state = 'made'`);
      const count = rowCount ?? 0;
      if (count > 0) await recordAuditEntry(tx, actor, { action: "samples.removed", data: { count } });
      return count;
    }),
);
