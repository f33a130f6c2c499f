import { eq, sql } from "drizzle-orm";
import type { Database, Executor, Transaction } from "@/lib/platform/database/client";
import { installation, rounds } from "@/lib/platform/database/schema/schema";

/** A round under way. A first load is the round before which none was completed. */
export type Round = { id: number; kind: "first_load" | "round"; startedAt: Date };

/** A round nobody went on with for so long is left: what it saw is too old to be called one look at the account. */
const LEFT_AFTER_MINUTES = 10;
/** One that is asked for waits so long after the last, that a service that comes and goes is not met with rounds. */
const BREATHER_SECONDS = 60;
const KEPT_DAYS = 90;
const WANTED = "round_wanted";

/**
 * The round to go on with: the one under way, however long ago a first load began, else a new one. Only for the process
 * that holds the reconciler's lock.
 */
export async function openRound(db: Database): Promise<Round> {
  await db.execute(sql`
    update rounds set ended_at = clock_timestamp(), last_error = coalesce(last_error, 'left unfinished')
    where ended_at is null and kind = 'round'
      and progressed_at < clock_timestamp() - make_interval(mins => ${LEFT_AFTER_MINUTES})`);
  const returned = { id: rounds.id, kind: rounds.kind, startedAt: rounds.startedAt };
  const [open] = await db.select(returned).from(rounds).where(sql`${rounds.endedAt} is null`);
  if (open) return open;
  const [begun] = await db
    .insert(rounds)
    .values({
      kind: sql`case when exists (select from rounds where completed) then 'round' else 'first_load' end`,
      startedAt: sql`clock_timestamp()`,
      progressedAt: sql`clock_timestamp()`,
    })
    .returning(returned);
  if (!begun) throw new Error("no round was begun");
  return begun;
}

/** What a step of a round adds to its summary. */
export type Progress = { requests?: number; records?: number; repaired?: number; vanished?: number };

export async function noteProgress(executor: Executor, round: Round, done: Progress): Promise<void> {
  const { requests = 0, records = 0, repaired = 0, vanished = 0 } = done;
  await executor
    .update(rounds)
    .set({
      progressedAt: sql`clock_timestamp()`,
      requests: sql`${rounds.requests} + ${requests}`,
      records: sql`${rounds.records} + ${records}`,
      repaired: sql`${rounds.repaired} + ${repaired}`,
      vanished: sql`${rounds.vanished} + ${vanished}`,
      lastError: null,
    })
    .where(eq(rounds.id, round.id));
}

/** Counts a request that brings a round no further by itself: a round that makes no others is left all the same. */
export async function countRequest(executor: Executor, round: Round): Promise<void> {
  await executor
    .update(rounds)
    .set({ requests: sql`${rounds.requests} + 1` })
    .where(eq(rounds.id, round.id));
}

/** Notes why the round under way cannot go on for now. */
export async function noteTrouble(db: Database, message: string): Promise<void> {
  await db.update(rounds).set({ lastError: message }).where(sql`${rounds.endedAt} is null`);
}

/** Ends a round, and forgets those of long ago with what they repaired. */
export async function endRound(tx: Transaction, round: Round): Promise<void> {
  await tx
    .update(rounds)
    .set({ endedAt: sql`clock_timestamp()`, completed: true, lastError: null })
    .where(eq(rounds.id, round.id));
  await tx.execute(sql`
    delete from rounds where ended_at < clock_timestamp() - make_interval(days => ${KEPT_DAYS})
      and id <> ${round.id}`);
}

/** Asks for a round that begins after now; one is due soon after the last. */
export async function askForRound(executor: Executor, reason: string): Promise<void> {
  const value = { reason };
  await executor
    .insert(installation)
    .values({ name: WANTED, value, updatedAt: sql`clock_timestamp()` })
    .onConflictDoUpdate({
      target: installation.name,
      set: { value, updatedAt: sql`clock_timestamp()` },
    });
}

/** Whether a round is to begin, or to be gone on with, now. */
export async function isRoundDue(db: Database, intervalMs: number): Promise<boolean> {
  const breatherSeconds = Math.min(BREATHER_SECONDS, intervalMs / 1_000);
  const { rows } = await db.execute<{ due: boolean }>(sql`
    with last as (
      select started_at, ended_at from rounds where completed order by id desc limit 1
    )
    select exists (select from rounds where ended_at is null)
      or not exists (select from last)
      or exists (select from last where ended_at <= clock_timestamp() - make_interval(secs => ${intervalMs / 1_000}))
      or exists (select from last, installation i where i.name = ${WANTED} and i.updated_at > last.started_at
        and last.ended_at <= clock_timestamp() - make_interval(secs => ${breatherSeconds}))
      as due`);
  return rows[0]?.due ?? false;
}

/** Whether a round that began at `since` or later was completed, by whatever process. */
export async function roundSince(db: Database, since: Date): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from rounds where completed and started_at >= ${since} limit 1`,
  );
  return rows.length > 0;
}
