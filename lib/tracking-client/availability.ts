import { eq, sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/database/client";
import { installation } from "@/lib/platform/database/schema/schema";

const NAME = "upstream_down";
const RETRY_AFTER_MS = 3_000;

/** Stores since when the service has not responded, for all processes and browsers. */
export class Availability {
  private lastNotedAt = 0;
  private down = false;

  constructor(private readonly db: Database) {}

  succeeded(): void {
    // The row is checked only at intervals: another process may have written it.
    if (!this.down && Date.now() - this.lastNotedAt < RETRY_AFTER_MS) return;
    this.down = false;
    this.lastNotedAt = Date.now();
    void this.db
      .delete(installation)
      .where(eq(installation.name, NAME))
      .catch(() => {});
  }

  silent(): void {
    this.down = true;
    const since = new Date().toISOString();
    void this.db
      .insert(installation)
      .values({ name: NAME, value: { since } })
      .onConflictDoUpdate({ target: installation.name, set: { updatedAt: sql`now()` } })
      .catch(() => {});
  }
}
