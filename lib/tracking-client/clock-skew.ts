import { hostname } from "node:os";
import { eq, sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/database/client";
import { CLOCK_NOTE } from "@/lib/platform/database/clock-skew-note";
import { installation } from "@/lib/platform/database/schema/schema";

/** Clocks this close show the same days and hours to go. */
const APART_MS = 120_000;
const LOOK_AGAIN_MS = 3_000;

/** Remembers for each machine of the dashboard, since a machine has one clock, that the service's is another. */
export class ClockWatch {
  private lastNotedAt = Number.NEGATIVE_INFINITY;
  private apart = false;

  constructor(
    private readonly db: Database,
    private readonly machine = hostname(),
  ) {}

  /** `offMs`: by how much an answer's clock was off ours. */
  heard(offMs: number): void {
    const apart = Math.abs(offMs) >= APART_MS;
    // Written or looked for only now and then: other processes of this machine hear the same.
    if (apart === this.apart && performance.now() - this.lastNotedAt < LOOK_AGAIN_MS) return;
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
