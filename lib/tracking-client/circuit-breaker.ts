import { sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/database/client";
import { REQUEST_TIMEOUT_MS } from "./client";

/** So many silences in a row shut the circuit; each further one doubles the time, up to a minute. */
const PATIENT_WITH = 5;
const FIRST_PAUSE_S = 2;
const LONGEST_PAUSE_S = 60;
const LOOK_AGAIN_MS = 3_000;
/** The one request that tries has this long before another may: until it is given up, and that is noted. */
const TRIAL_S = REQUEST_TIMEOUT_MS / 1_000 + 5;

/**
 * Remembers, for every process, whether the service answers. While it does not it is asked only now and then, by one
 * request at a time (take_request in the database lets it through), so that an outage is not met with a storm.
 */
export class Circuit {
  private lastNotedAt = 0;
  private silences = 0;

  constructor(private readonly db: Database) {}

  /** Keeps all others waiting until the request that tries whether the service answers again has come to its end. */
  async trying(): Promise<void> {
    this.lastNotedAt = 0;
    await this.db.execute(
      sql`update service_circuit
        set closed_until = greatest(closed_until, clock_timestamp() + make_interval(secs => ${TRIAL_S}))
        where name = 'service' and closed_until > clock_timestamp()`,
    );
  }

  answered(): void {
    // The row is only written now and then: another process may have counted a silence.
    if (this.silences === 0 && Date.now() - this.lastNotedAt < LOOK_AGAIN_MS) return;
    this.silences = 0;
    this.lastNotedAt = Date.now();
    void this.db
      .execute(
        sql`update service_circuit set failures = 0, closed_until = '-infinity'
          where name = 'service' and (failures > 0 or closed_until > '-infinity')`,
      )
      .catch(() => {});
  }

  silent(): void {
    this.silences += 1;
    void this.db
      .execute(
        sql`update service_circuit set failures = failures + 1,
          closed_until = case when failures + 1 < ${PATIENT_WITH} then closed_until
            else clock_timestamp() + make_interval(secs =>
              least(${LONGEST_PAUSE_S}, ${FIRST_PAUSE_S} * 2 ^ least(failures + 1 - ${PATIENT_WITH}, 10))) end
          where name = 'service'`,
      )
      .catch(() => {});
  }
}
