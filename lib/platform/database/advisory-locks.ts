import { type SQL, sql } from "drizzle-orm";
import type { ClientBase } from "pg";

/*
 * The numbers of all advisory locks of both programs. PostgreSQL keeps locks of one number apart from locks of a number
 * and a key. The numbers stay: a worker of the previous version may still run during an upgrade.
 */

/** Locks of one number: one holder per database. */
export const LOCKS = {
  /** The one worker that runs sync runs, for the length of its connection (`lib/sync/runs`). */
  reconciler: 4_901_001,
  /** Rebuilds of board rows (`lib/mirror/apply`). */
  board: 4_901_002,
  /** Registration of the own webhook at the tracking service. */
  ownWebhook: 4_901_003,
  /** Deletion of old deliveries and of their partitions. */
  webhookArchive: 4_901_004,
  /** Creation of partitions of months. */
  monthPartitions: 4_901_005,
  /** Rebuilds of report rows. */
  reports: 4_901_009,
  /** Claims of rows of bulk jobs. */
  jobClaims: 4_901_013,
  /** Folding of the board's counts. */
  boardCounts: 4_901_019,
  /** Migrations of the dashboard's database. */
  dashboardMigrations: 4_901_020,
  /** Migrations of the tracking service, in its own database. */
  serviceMigrations: 490_049,
} as const;

/** Locks of a number and a key: one holder per key. */
export const KEYED_LOCKS = {
  /** Counting of a bucket's requests: taken by the SQL function `take_request` alone. */
  requestBudget: 4_901_002,
  /** Processing of the notifications of one subject, by its key. */
  inboxSubject: 4_901_003,
  /** Changes of users: one key, `all`. */
  users: 4_901_014,
  /** Changes of a line's per diem terms, by SCAC. */
  perDiemTerms: 4_901_015,
  /** Changes of a terminal's gate hours, by terminal id. */
  terminalHours: 4_901_016,
  /** Reads of a calendar, by feed id. */
  calendarFeed: 4_901_017,
  /** Tracking requests for one number, in the service's database, by account id and number. */
  trackedNumber: 490_050,
  /** Creation of tracking requests for one number, in the service's database, by account id and number. */
  requestedNumber: 490_051,
} as const;

type Lock = (typeof LOCKS)[keyof typeof LOCKS];
type KeyedLock = (typeof KEYED_LOCKS)[keyof typeof KEYED_LOCKS];
/** A transaction of either program. */
type LockingTransaction = {
  execute(query: SQL): PromiseLike<{ rows: Record<string, unknown>[] }>;
};

/** Waits for a lock and holds it until the transaction ends. */
export async function takeLock(tx: LockingTransaction, lock: Lock): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lock})`);
}

/** Takes a lock until the transaction ends. Returns false at once when another transaction holds it. */
export async function tryLock(tx: LockingTransaction, lock: Lock): Promise<boolean> {
  const { rows } = await tx.execute(sql`select pg_try_advisory_xact_lock(${lock}) as held`);
  return rows[0]?.held === true;
}

/** Waits for the lock of a key and holds it until the transaction ends. Keys with the same hash share a lock. */
export async function takeKeyedLock(tx: LockingTransaction, lock: KeyedLock, key: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lock}, hashtext(${key}))`);
}

/** SQL: whether the lock of a key could be taken until the transaction ends. `key` is text. */
export const takesKeyedLock = (lock: KeyedLock, key: SQL): SQL =>
  sql`pg_try_advisory_xact_lock(${lock}, hashtext(${key}))`;

/** Waits for a lock and holds it until the connection ends or releases it. */
export async function takeSessionLock(connection: ClientBase, lock: Lock): Promise<void> {
  await connection.query("select pg_advisory_lock($1)", [lock]);
}

/** Takes a lock until the connection ends or releases it. Returns false at once when another connection holds it. */
export async function trySessionLock(connection: ClientBase, lock: Lock): Promise<boolean> {
  const { rows } = await connection.query<{ held: boolean }>("select pg_try_advisory_lock($1) as held", [
    lock,
  ]);
  return rows[0]?.held === true;
}

/** Releases a lock of the connection. */
export async function releaseSessionLock(connection: ClientBase, lock: Lock): Promise<void> {
  await connection.query("select pg_advisory_unlock($1)", [lock]);
}

/** Waits for the lock of a key and holds it until the connection ends. */
export async function takeKeyedSessionLock(
  connection: ClientBase,
  lock: KeyedLock,
  key: string,
): Promise<void> {
  await connection.query("select pg_advisory_lock($1, hashtext($2))", [lock, key]);
}
