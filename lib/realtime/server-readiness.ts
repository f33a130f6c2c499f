import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { type Database, pool, promptDb } from "@/lib/platform/database/client";
import journal from "@/lib/platform/database/migrations/meta/_journal.json";
import { queryRows } from "@/lib/platform/database/rows";

/** A worker records its heartbeat every 10 s (lib/sync/runs/reconciler-lock.ts). */
const MAX_HEARTBEAT_AGE_MS = 60_000;
/** Notifications without attempts wait only seconds. Failed ones wait for their retry and do not count. */
const MAX_INBOX_LAG_MS = 60_000;

/** The requirements of this dashboard server, each with its status. Instants are ISO text in UTC. */
export type Readiness = {
  ready: boolean;
  database: { ok: boolean };
  /** The newest migration this build knows, and whether the database has it and nothing newer. */
  migrations: { ok: boolean; known: string; applied: "same" | "older" | "newer" | "unknown" };
  /**
   * The last heartbeat of a worker. Null before the first time. `paused`: restored, and no admin has taken over yet.
   */
  worker: { ok: boolean; heartbeatAt: string | null; paused: boolean };
  /** Since when the oldest notification without attempts has waited. Null when none is waiting. */
  inbox: { ok: boolean; oldestAt: string | null };
  /** Database connections of this process: the maximum, the free ones and the requests waiting for one. */
  pool: { ok: boolean; size: number; free: number; waiting: number };
};

const newest = journal.entries.reduce((one, other) => (other.when > one.when ? other : one));

function poolState({ options, totalCount, idleCount, waitingCount }: Pool): Readiness["pool"] {
  const free = options.max - (totalCount - idleCount);
  return { ok: free > 0 && waitingCount === 0, size: options.max, free, waiting: waitingCount };
}

function compareMigrations(applied: number | null): Readiness["migrations"]["applied"] {
  if (applied === null) return "unknown";
  if (applied === newest.when) return "same";
  return applied > newest.when ? "newer" : "older";
}

const rowSchema = z.object({
  applied: z.string().nullable(),
  heartbeatAt: z.string().nullable(),
  oldestAt: z.string().nullable(),
  paused: z.boolean(),
});
type Row = z.infer<typeof rowSchema>;

async function readRow(db: Database): Promise<Row | null> {
  try {
    const rows = await queryRows(
      db,
      rowSchema,
      sql`
        select (select max(created_at)::text from drizzle.__drizzle_migrations) as applied,
          (select to_iso(updated_at) from installation where name = 'reconciler') as "heartbeatAt",
          exists (select from installation where name = 'restored') as paused,
          (select to_iso(min(received_at)) from inbox
            where processed_at is null and dead_lettered_at is null and attempts = 0) as "oldestAt"`,
    );
    return rows[0] ?? null;
  } catch {
    return null;
  }
}

/**
 * Reads whether this dashboard and what it depends on are ready. Never rejects: without a database, what is read from it
 * is not ok. It is for operators to see; nothing is restarted because of it (docs/decisions/0022).
 */
export async function readReadiness(
  now: Date,
  source: { db: Database; pool: Pool } = { db: promptDb(), pool: pool() },
): Promise<Readiness> {
  const row = await readRow(source.db);
  const ageOf = (at: string | null | undefined) => (at ? now.getTime() - Date.parse(at) : null);
  const heartbeatAge = ageOf(row?.heartbeatAt);
  const inboxLag = ageOf(row?.oldestAt) ?? 0;
  const applied = compareMigrations(row?.applied ? Number(row.applied) : null);
  const checks = {
    database: { ok: row !== null },
    migrations: { ok: applied === "same", known: newest.tag, applied },
    worker: {
      // The reconciler, which records the heartbeat, waits while a restored installation is paused.
      ok: row?.paused === true || (heartbeatAge !== null && heartbeatAge <= MAX_HEARTBEAT_AGE_MS),
      heartbeatAt: row?.heartbeatAt ?? null,
      paused: row?.paused ?? false,
    },
    inbox: { ok: row !== null && inboxLag <= MAX_INBOX_LAG_MS, oldestAt: row?.oldestAt ?? null },
    pool: poolState(source.pool),
  };
  return { ready: Object.values(checks).every(({ ok }) => ok), ...checks };
}
