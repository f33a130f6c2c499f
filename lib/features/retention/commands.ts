import { sql } from "drizzle-orm";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { command } from "@/lib/auth/commands/command";
import { installation } from "@/lib/platform/database/schema/schema";
import { RETENTION_SETTING } from "./queries";
import { retentionSchema } from "./rules";

/** Sets how long records are kept. Null: forever. A worker deletes older ones within the hour. */
export const saveRetention = command(
  { right: "administer", input: retentionSchema },
  async ({ db, actor }, retention): Promise<void> => {
    await db.transaction(async (tx) => {
      await tx
        .insert(installation)
        .values({ name: RETENTION_SETTING, value: retention })
        .onConflictDoUpdate({
          target: installation.name,
          set: { value: retention, updatedAt: sql`clock_timestamp()` },
        });
      await recordAuditEntry(tx, actor, { action: "retention.saved", data: retention });
    });
  },
);
