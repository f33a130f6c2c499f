import type { PoolClient } from "pg";
import { LOCKS, releaseSessionLock, trySessionLock } from "@/lib/platform/database/advisory-locks";
import { type Database, databaseOn } from "@/lib/platform/database/client";
import type { Dashboard } from "./run";

const MAX_STATEMENT_MS = 60_000;
const BEAT_MS = 10_000;
/** A holder without a heartbeat for this long is frozen, or its machine is down and its connection remains open. */
const SILENT_SECONDS = 90;

/** The heartbeat was sent between a failed statement of a transaction and its rollback. */
const FAILED_TRANSACTION = "25P02";

const BEAT = `
  insert into installation (name, value, updated_at) values ('reconciler', to_jsonb(pg_backend_pid()), clock_timestamp())
  on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at`;

/**
 * Closes the connection of a holder without a recent heartbeat. The lock ends with it, and the next attempt gets it.
 */
async function endSilentHolder(holder: PoolClient): Promise<void> {
  await holder.query(
    `select pg_terminate_backend(l.pid) from pg_locks l, installation i
     where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $1 and l.objsubid = 1
       and l.database = (select oid from pg_database where datname = current_database())
       and i.name = 'reconciler' and i.value = to_jsonb(l.pid)
       and i.updated_at < clock_timestamp() - make_interval(secs => $2)`,
    [LOCKS.reconciler, SILENT_SECONDS],
  );
}

/**
 * Runs `work` while this process is the only reconciler and returns true. Returns false at once when another process is
 * the reconciler. `held` is aborted with the caller's signal, or when the connection that holds the lock is lost,
 * because another process may then hold it. `work` writes over that connection, `db`, so that nothing can be written
 * after the lock was lost.
 */
export async function asReconciler(
  { pool }: Pick<Dashboard, "pool">,
  signal: AbortSignal,
  work: (held: AbortSignal, db: Database) => Promise<void>,
): Promise<boolean> {
  const lost = new AbortController();
  const holder = await pool.connect();
  const lose = () => lost.abort(new Error("the reconciler's lock was lost"));
  holder.on("error", lose);
  holder.on("end", lose);
  let beat: NodeJS.Timeout | undefined;
  try {
    if (!(await trySessionLock(holder, LOCKS.reconciler))) {
      await endSilentHolder(holder);
      return false;
    }
    await holder.query(BEAT);
    // Heartbeats wait for a running statement of the work. No statement may last so long that another worker considers
    // this one frozen.
    await holder.query(`set statement_timeout = ${MAX_STATEMENT_MS}`);
    const missed = (error: Error & { code?: string }) => error.code === FAILED_TRANSACTION || lose();
    beat = setInterval(() => void holder.query(BEAT).catch(missed), BEAT_MS);
    await work(AbortSignal.any([signal, lost.signal]), databaseOn(holder));
    return true;
  } catch (error) {
    lose();
    throw error;
  } finally {
    clearInterval(beat);
    const input = lost.signal.aborted
      ? Promise.reject(new Error("lost"))
      : holder.query("reset statement_timeout").then(() => releaseSessionLock(holder, LOCKS.reconciler));
    // A connection that may still hold the lock is closed, and the lock ends with it.
    await input.then(
      () => holder.release(),
      () => holder.release(true),
    );
    holder.off("error", lose);
    holder.off("end", lose);
  }
}
