import { sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";

/** What the service counts apart (interface.md, Limits). */
export const BUCKETS = ["default", "create", "infer", "refresh"] as const;
export type Bucket = (typeof BUCKETS)[number];

/** Who asks: a person at a click goes before a person's job, that before a refetch, and that before a reconciliation. */
export type Priority = "person" | "job" | "refetch" | "reconciliation";

/** Requests a minute that the service allows in each bucket; null where it does not count. */
export type RequestLimits = Record<Bucket, number | null>;

const WINDOW_MS = 60_000;
/** Of a bucket, how much each may find used and still take its turn. The rest of the service's limit is a margin. */
const SHARES: Record<Priority, number> = { person: 0.95, job: 0.9, refetch: 0.8, reconciliation: 0.6 };
const LONGEST_LOOK_MS = 5_000;

const RANKS: readonly Priority[] = ["person", "job", "refetch", "reconciliation"];

/**
 * How many requests within a minute someone may bring a bucket to; at least one, null where nothing is counted. Each
 * leaves at least one to those who go before, also of a limit so small that the shares come to the same.
 */
export function capacityOf(limits: RequestLimits, bucket: Bucket, priority: Priority): number | null {
  const limit = limits[bucket];
  if (limit === null) return null;
  let capacity = limit;
  for (const rank of RANKS.slice(0, RANKS.indexOf(priority) + 1))
    capacity = Math.min(Math.floor(limit * SHARES[rank]), rank === "person" ? limit : capacity - 1);
  return Math.max(1, capacity);
}

const busy = (ms: number) =>
  new AppError(
    "service_busy",
    `The minute's requests to the tracking service are used up; try again in ${Math.ceil(ms / 1_000)} s.`,
  );

const shut = () =>
  new AppError(
    "service_unreachable",
    "The tracking service does not answer for now. Nothing was changed; try again in a minute.",
  );

/**
 * The request budget: one rolling minute in the database, so that all processes together stay below what the service
 * allows, whatever each of them does.
 */
export class Budget {
  constructor(
    private readonly db: Database,
    private readonly limits: RequestLimits,
    private readonly windowMs = WINDOW_MS,
  ) {}

  /**
   * Waits for a place, at most `patienceMs`. Answers whether this is the one request that tries whether a service that
   * did not answer does again. Throws AppError `service_busy` when none comes by then, and `service_unreachable` at once
   * while the service is not asked because it did not answer.
   */
  async take(bucket: Bucket, priority: Priority, patienceMs: number): Promise<boolean> {
    const until = Date.now() + patienceMs;
    const capacity = capacityOf(this.limits, bucket, priority);
    for (;;) {
      const { rows } = await this.db.execute<{ wait_ms: number; shut_ms: number; was_shut: boolean }>(sql`
        select wait_ms, shut_ms,
          exists (select from service_circuit where name = 'service' and closed_until > '-infinity') as was_shut
        from take_request(${bucket}, ${capacity}, ${this.windowMs})`);
      const [said] = rows;
      if (!said || said.shut_ms > 0) throw shut();
      if (said.wait_ms === 0) return said.was_shut;
      if (Date.now() + said.wait_ms > until) throw busy(said.wait_ms);
      // Looked at again now and then: a person may leave, and a place may come free sooner than it was reported.
      const ms = Math.min(said.wait_ms + Math.random() * 50, LONGEST_LOOK_MS);
      await new Promise((resolve) => setTimeout(resolve, ms));
    }
  }

  /** Nobody uses a bucket for so long: the service said Retry-After. A pause is never shortened. */
  async pause(bucket: Bucket, ms: number): Promise<void> {
    await this.db.execute(sql`
      insert into request_pauses (bucket, paused_until)
      values (${bucket}, clock_timestamp() + make_interval(secs => ${ms / 1_000}))
      on conflict (bucket) do update
        set paused_until = greatest(request_pauses.paused_until, excluded.paused_until)`);
  }
}
