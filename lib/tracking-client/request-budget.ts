import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";
import { AppError } from "@/lib/platform/errors";

/** The service counts these separately (interface.md, Limits). */
export const BUCKETS = ["default", "create", "infer", "refresh"] as const;
export type Bucket = (typeof BUCKETS)[number];

/** The kind of caller, by priority: a user's click, then a user's job, then a refetch, then a reconciliation. */
export type Priority = "person" | "job" | "refetch" | "reconciliation";

/** The service's limit in each bucket, in requests per minute. Null when it does not count. */
export type RequestLimits = Record<Bucket, number | null>;

const WINDOW_MS = 60_000;
/**
 * The share of a bucket that may be in use when a caller of each priority takes a slot. The rest of the limit is a
 * margin.
 */
const SHARES: Record<Priority, number> = { person: 0.95, job: 0.9, refetch: 0.8, reconciliation: 0.6 };
const MAX_POLL_MS = 5_000;
/** A response is checked against the stored pauses at most this often. */
const RELEASE_EVERY_MS = 3_000;

const RANKS: readonly Priority[] = ["person", "job", "refetch", "reconciliation"];

/**
 * Returns how many requests per minute a caller may fill a bucket to. At least one; null when the bucket is unlimited.
 * Each priority leaves at least one request for higher ones, even when a limit is so small that the shares are equal.
 */
export function capacityOf(limits: RequestLimits, bucket: Bucket, priority: Priority): number | null {
  const limit = limits[bucket];
  if (limit === null) return null;
  let capacity = limit;
  for (const rank of RANKS.slice(0, RANKS.indexOf(priority) + 1))
    capacity = Math.min(Math.floor(limit * SHARES[rank]), rank === "person" ? limit : capacity - 1);
  return Math.max(1, capacity);
}

/** A time of day without a user's zone: "1:42 PM UTC". */
const clockText = (at: Date) =>
  at.toLocaleTimeString("en-US", {
    hour: "numeric",
    minute: "2-digit",
    timeZone: "UTC",
    timeZoneName: "short",
  });

function busy(ms: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(ms / 1_000));
  // Our own limit is over within its minute.
  const message =
    ms > WINDOW_MS
      ? `The tracking service asked us to wait until ${clockText(new Date(Date.now() + ms))}.`
      : `Tracking service request limit reached. Try again in ${retryAfterSeconds}s.`;
  return new AppError("service_busy", message, { retryAfterSeconds });
}

const shut = () =>
  new AppError(
    "service_unreachable",
    "The tracking service is not responding. Nothing was changed. Try again in a minute.",
  );

const shutRowSchema = z.object({ wait_ms: z.number(), shut_ms: z.number(), was_shut: z.boolean() });

const usedRowSchema = z.object({ used: z.number() });

/**
 * The request budget: a rolling minute in the database, so that all processes together stay below the service's limit.
 */
export class Budget {
  private readonly releasedAt = new Map<Bucket, number>();

  constructor(
    private readonly db: Database,
    private readonly limits: RequestLimits,
    private readonly windowMs = WINDOW_MS,
  ) {}

  /**
   * Waits for a slot, at most `patienceMs`. Returns whether this is the trial request after an outage. Throws AppError
   * `service_busy` when no slot is available in time, and `service_unreachable` immediately while the circuit is open.
   */
  async take(bucket: Bucket, priority: Priority, patienceMs: number): Promise<boolean> {
    const until = Date.now() + patienceMs;
    const capacity = capacityOf(this.limits, bucket, priority);
    for (;;) {
      const rows = await queryRows(
        this.db,
        shutRowSchema,
        sql`
          select wait_ms, shut_ms,
            exists (select from circuit_breaker where name = 'service' and closed_until > '-infinity') as was_shut
          from take_request(${bucket}, ${capacity}, ${this.windowMs})`,
      );
      const [reported] = rows;
      if (!reported || reported.shut_ms > 0) throw shut();
      if (reported.wait_ms === 0) return reported.was_shut;
      if (Date.now() + reported.wait_ms > until) throw busy(reported.wait_ms);
      // Checked again at intervals: a user may leave the page, and a slot may be available sooner than reported.
      const ms = Math.min(reported.wait_ms + Math.random() * 50, MAX_POLL_MS);
      await new Promise((resolve) => setTimeout(resolve, ms));
    }
  }

  /**
   * Returns the rest after each request, in ms, that keeps a caller of this priority from waiting for slots, longer the
   * fewer are free. 0 while less than half of its capacity is used: then requests need not be spread.
   */
  async pace(bucket: Bucket, priority: Priority): Promise<number> {
    const capacity = capacityOf(this.limits, bucket, priority);
    if (capacity === null) return 0;
    const [row] = await queryRows(
      this.db,
      usedRowSchema,
      sql`
        select count(*)::int as used from request_log
        where bucket = ${bucket} and sent_at > clock_timestamp() - make_interval(secs => ${this.windowMs / 1_000})`,
    );
    const used = row?.used ?? 0;
    if (used * 2 < capacity) return 0;
    // With all requests from this caller, it sends 80% of its capacity. Others leave it 80% of the rest.
    return this.windowMs / (4 * Math.max(1, capacity - used));
  }

  /** Blocks a bucket for this time after a Retry-After. A pause is never shortened. */
  async pause(bucket: Bucket, ms: number): Promise<void> {
    await this.db.execute(sql`
      insert into rate_limit_pauses (bucket, paused_until)
      values (${bucket}, clock_timestamp() + make_interval(secs => ${ms / 1_000}))
      on conflict (bucket) do update
        set paused_until = greatest(rate_limit_pauses.paused_until, excluded.paused_until)`);
  }
  /**
   * Ends a pause of the bucket that is longer than the window in which the service counts: it has just responded
   * successfully, so its Retry-After was wrong. A shorter pause may follow requests that were sent at the same time.
   */
  async release(bucket: Bucket): Promise<void> {
    if (Date.now() - (this.releasedAt.get(bucket) ?? 0) < RELEASE_EVERY_MS) return;
    this.releasedAt.set(bucket, Date.now());
    await this.db.execute(sql`
      delete from rate_limit_pauses where bucket = ${bucket}
        and paused_until > clock_timestamp() + make_interval(secs => ${this.windowMs / 1_000})`);
  }
}
