import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database, Executor, Transaction } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";
import { installation, syncRuns } from "@/lib/platform/database/schema/schema";

/** A sync run in progress. A first load is a run without a completed one before it. */
export type SyncRun = { id: number; kind: "first_load" | "round"; startedAt: Date };

/**
 * A run without progress for this long is abandoned. Its seen records are too old to count as one view of the account.
 */
const LEFT_AFTER_MINUTES = 10;
/**
 * Minimum pause between the last run and a requested one, so that an unstable service does not cause continuous runs.
 */
const BREATHER_SECONDS = 60;
const KEPT_DAYS = 90;
const WANTED = "round_wanted";

/**
 * Returns the run to continue: the one in progress, or a first load of any age; otherwise a new one. Only for the
 * process that holds the reconciler lock.
 */
export async function openSyncRun(db: Database): Promise<SyncRun> {
  await db.execute(sql`
    update sync_runs set ended_at = clock_timestamp(), last_error = coalesce(last_error, 'left unfinished')
    where ended_at is null and kind = 'round'
      and progressed_at < clock_timestamp() - make_interval(mins => ${LEFT_AFTER_MINUTES})`);
  const returned = { id: syncRuns.id, kind: syncRuns.kind, startedAt: syncRuns.startedAt };
  const [open] = await db.select(returned).from(syncRuns).where(sql`${syncRuns.endedAt} is null`);
  if (open) return open;
  const [begun] = await db
    .insert(syncRuns)
    .values({
      kind: sql`case when exists (select from sync_runs where completed) then 'round' else 'first_load' end`,
      startedAt: sql`clock_timestamp()`,
      progressedAt: sql`clock_timestamp()`,
    })
    .returning(returned);
  if (!begun) throw new Error("no sync run was started");
  return begun;
}

/** What one step adds to the summary of a sync run. */
export type Progress = { requests?: number; records?: number; repaired?: number; deletedUpstream?: number };

export async function noteProgress(executor: Executor, syncRun: SyncRun, done: Progress): Promise<void> {
  const { requests = 0, records = 0, repaired = 0, deletedUpstream = 0 } = done;
  await executor
    .update(syncRuns)
    .set({
      progressedAt: sql`clock_timestamp()`,
      requests: sql`${syncRuns.requests} + ${requests}`,
      records: sql`${syncRuns.records} + ${records}`,
      repaired: sql`${syncRuns.repaired} + ${repaired}`,
      deletedUpstream: sql`${syncRuns.deletedUpstream} + ${deletedUpstream}`,
      lastError: null,
    })
    .where(eq(syncRuns.id, syncRun.id));
}

/** Counts a request that is no progress of its own. A run with only such requests is still abandoned. */
export async function countRequest(executor: Executor, syncRun: SyncRun): Promise<void> {
  await executor
    .update(syncRuns)
    .set({ requests: sql`${syncRuns.requests} + 1` })
    .where(eq(syncRuns.id, syncRun.id));
}

/** Records why the run in progress cannot continue for now. */
export async function noteFailure(db: Database, message: string): Promise<void> {
  await db.update(syncRuns).set({ lastError: message }).where(sql`${syncRuns.endedAt} is null`);
}

/** Ends a sync run and deletes old runs with their repairs. */
export async function endSyncRun(tx: Transaction, syncRun: SyncRun): Promise<void> {
  await tx
    .update(syncRuns)
    .set({ endedAt: sql`clock_timestamp()`, completed: true, lastError: null })
    .where(eq(syncRuns.id, syncRun.id));
  await tx.execute(sql`
    delete from sync_runs where ended_at < clock_timestamp() - make_interval(days => ${KEPT_DAYS})
      and id <> ${syncRun.id}`);
}

/** Requests a sync run that begins after now. It is due soon after the last one. */
export async function requestSyncRun(executor: Executor, reason: string): Promise<void> {
  const value = { reason };
  await executor
    .insert(installation)
    .values({ name: WANTED, value, updatedAt: sql`clock_timestamp()` })
    .onConflictDoUpdate({
      target: installation.name,
      set: { value, updatedAt: sql`clock_timestamp()` },
    });
}

/** Returns whether a sync run must begin or continue now. */
export async function isSyncRunDue(db: Database, intervalMs: number): Promise<boolean> {
  const breatherSeconds = Math.min(BREATHER_SECONDS, intervalMs / 1_000);
  const [due = false] = await queryColumn(
    db,
    z.boolean(),
    sql`
      with last as (
        select started_at, ended_at from sync_runs where completed order by id desc limit 1
      )
      select exists (select from sync_runs where ended_at is null)
        or not exists (select from last)
        or exists (select from last where ended_at <= clock_timestamp() - make_interval(secs => ${intervalMs / 1_000}))
        or exists (select from last, installation i where i.name = ${WANTED} and i.updated_at > last.started_at
          and last.ended_at <= clock_timestamp() - make_interval(secs => ${breatherSeconds}))
        as due`,
  );
  return due;
}

/** Returns whether a sync run that began at `since` or later was completed, by any process. */
export async function syncRunSince(db: Database, since: Date): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from sync_runs where completed and started_at >= ${since} limit 1`,
  );
  return rows.length > 0;
}
