import { hostname } from "node:os";
import { eq, sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/database/client";
import { CLOCK_NOTE } from "@/lib/platform/database/clock-skew-note";
import { installation } from "@/lib/platform/database/schema/schema";

/** Within this difference the clocks show the same days and remaining hours. */
const APART_MS = 120_000;
const RETRY_AFTER_MS = 3_000;

/**
 * Stores, for each Drayboard machine, the offset of the service's clock. Per machine, because a machine has one clock.
 */
export class ClockWatch {
  private lastNotedAt = Number.NEGATIVE_INFINITY;
  private apart = false;

  constructor(
    private readonly db: Database,
    private readonly machine = hostname(),
  ) {}

  /** `offMs`: the offset of a response's clock from this machine's. */
  measured(offMs: number): void {
    const apart = Math.abs(offMs) >= APART_MS;
    // Written or checked only at intervals: other processes of this machine get the same values.
    if (apart === this.apart && performance.now() - this.lastNotedAt < RETRY_AFTER_MS) return;
    this.apart = apart;
    this.lastNotedAt = performance.now();
    const name = CLOCK_NOTE + this.machine;
    const noted = apart
      ? this.db
          .insert(installation)
          .values({ name, value: { offMs } })
          .onConflictDoUpdate({
            target: installation.name,
            set: { value: { offMs }, updatedAt: sql`clock_timestamp()` },
          })
      : this.db.delete(installation).where(eq(installation.name, name));
    void noted.then(
      () => {},
      () => {},
    );
  }
}
