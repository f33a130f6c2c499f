import { sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/database/client";
import { REQUEST_TIMEOUT_MS } from "./client";

/**
 * This many consecutive requests without a response open the circuit. Each further one doubles the time, up to a
 * minute.
 */
const PATIENT_WITH = 5;
const FIRST_PAUSE_S = 2;
const MAX_PAUSE_S = 60;
const RETRY_AFTER_MS = 3_000;
/** The single trial request has this long before another may start: its timeout, plus time to record that it failed. */
const TRIAL_S = REQUEST_TIMEOUT_MS / 1_000 + 5;

/**
 * Stores, for all processes, whether the service responds. During an outage only single requests are sent at intervals
 * (take_request in the database admits them), so that the service is not overloaded.
 */
export class Circuit {
  private lastNotedAt = 0;
  private silences = 0;

  constructor(private readonly db: Database) {}

  /** Blocks all other requests until the trial request has ended. */
  async trying(): Promise<void> {
    this.lastNotedAt = 0;
    await this.db.execute(
      sql`update circuit_breaker
        set closed_until = greatest(closed_until, clock_timestamp() + make_interval(secs => ${TRIAL_S}))
        where name = 'service' and closed_until > clock_timestamp()`,
    );
  }

  succeeded(): void {
    // The row is written only at intervals: another process may have counted a failure.
    if (this.silences === 0 && Date.now() - this.lastNotedAt < RETRY_AFTER_MS) return;
    this.silences = 0;
    this.lastNotedAt = Date.now();
    void this.db
      .execute(
        sql`update circuit_breaker set failures = 0, closed_until = '-infinity'
          where name = 'service' and (failures > 0 or closed_until > '-infinity')`,
      )
      .catch(() => {});
  }

  silent(): void {
    this.silences += 1;
    void this.db
      .execute(
        sql`update circuit_breaker set failures = failures + 1,
          closed_until = case when failures + 1 < ${PATIENT_WITH} then closed_until
            else clock_timestamp() + make_interval(secs =>
              least(${MAX_PAUSE_S}, ${FIRST_PAUSE_S} * 2 ^ least(failures + 1 - ${PATIENT_WITH}, 10))) end
          where name = 'service'`,
      )
      .catch(() => {});
  }
}
