import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { installation } from "@/lib/platform/database/schema/schema";
import type { Executor } from "./client";

const NAME = "restored";

const restoredSchema = z.object({
  /** When the backup's snapshot was taken, and when it was restored. ISO 8601 in UTC. */
  backupAt: z.string(),
  restoredAt: z.string(),
});

/**
 * That the data come out of a backup and nobody has taken over yet. As long as it is so, nothing in the background asks the
 * tracking service for anything: no jobs, no webhook registration, no sync (docs/decisions/0017).
 */
export type Restored = z.infer<typeof restoredSchema>;

/** The command that ends the pause of a restored installation. */
export const TAKE_OVER = "npm run up -- --take-over (from an image: prepare --take-over)";

/** Null after an admin took over, and for data that were never restored. */
export async function findRestored(executor: Executor): Promise<Restored | null> {
  const [row] = await executor.select().from(installation).where(eq(installation.name, NAME));
  return row ? restoredSchema.parse(row.value) : null;
}

/** Ends the pause. Returns whether there was one. */
export async function endRestoredPause(executor: Executor): Promise<boolean> {
  const ended = await executor
    .delete(installation)
    .where(eq(installation.name, NAME))
    .returning({ name: installation.name });
  return ended.length > 0;
}

/** Starts the pause. */
export async function noteRestored(executor: Executor, restored: Restored): Promise<void> {
  await executor
    .insert(installation)
    .values({ name: NAME, value: restored })
    .onConflictDoUpdate({
      target: installation.name,
      set: { value: restored, updatedAt: sql`clock_timestamp()` },
    });
}
