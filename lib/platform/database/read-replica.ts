import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { config } from "@/lib/platform/config/config";
import { logger } from "@/lib/platform/log";
import { type Database, db, exportsDb, openReplica, type PoolUse, poolUse } from "./client";
import { isDatabaseFailure } from "./connection-errors";
import { queryColumn } from "./rows";
import { isConflict } from "./transaction";

const log = logger("read replica");
/** How long a read waits until the replica has everything that was committed before it. */
const CATCH_UP_MS = 250;
const POLL_MS = 10;
/** After a failure, or when it is too far behind, the replica is not used for this long. */
const PAUSE_MS = 5_000;

/** Why reads do not go to the replica; null while they do, and while there was none yet. */
export type ReplicaProblem = "not responding" | "too far behind" | "not a replica";
/** The replica of this process. Null without READ_DATABASE_URL. */
export type ReplicaState = { problem: ReplicaProblem | null; reads: number; readsByPrimary: number } | null;

/** Runs a read on a database that has everything committed before it. `work` may run twice and must not write. */
export type ReadFrom = <Result>(work: (executor: Database) => Promise<Result>) => Promise<Result>;

const positionSchema = z.boolean().nullable();

/**
 * Sends reads to a streaming replica. A read first takes the primary's position in its log and waits until the replica has
 * reached it, so that it sees every change that was committed before, as a read of the primary does. If the replica is further
 * behind, does not respond or cancels the read, the primary answers.
 */
export class ReadReplica {
  #pausedUntil = 0;
  #problem: ReplicaProblem | null = null;
  #reads = 0;
  #readsByPrimary = 0;

  constructor(
    private readonly replica: Database,
    private readonly primary: () => Database,
    private readonly pauseMs = PAUSE_MS,
  ) {}

  get state(): NonNullable<ReplicaState> {
    return { problem: this.#problem, reads: this.#reads, readsByPrimary: this.#readsByPrimary };
  }

  /** Reads from the replica, otherwise from `otherwise`. */
  async read<Result>(
    work: (executor: Database) => Promise<Result>,
    otherwise: () => Database,
  ): Promise<Result> {
    if (await this.#isCurrent())
      try {
        const result = await work(this.replica);
        this.#reads += 1;
        return result;
      } catch (error) {
        // A replica cancels a read that its replay waits for.
        if (!isDatabaseFailure(error) && !isConflict(error)) throw error;
        this.#pause("not responding", error);
      }
    this.#readsByPrimary += 1;
    return work(otherwise());
  }

  /** Whether the replica has everything that is committed now. */
  async #isCurrent(): Promise<boolean> {
    if (Date.now() < this.#pausedUntil) return false;
    const [position = ""] = await queryColumn(
      this.primary(),
      z.string(),
      sql`select pg_current_wal_flush_lsn()::text as position`,
    );
    try {
      for (const until = Date.now() + CATCH_UP_MS; ; await pause(POLL_MS)) {
        const [reached = null] = await queryColumn(
          this.replica,
          positionSchema,
          sql`select pg_last_wal_replay_lsn() >= ${position}::pg_lsn as reached`,
        );
        if (reached === null) return this.#pause("not a replica");
        if (reached) {
          this.#problem = null;
          return true;
        }
        if (Date.now() >= until) return this.#pause("too far behind");
      }
    } catch (error) {
      if (!isDatabaseFailure(error)) throw error;
      return this.#pause("not responding", error);
    }
  }

  #pause(problem: ReplicaProblem, error?: unknown): false {
    if (this.#problem !== problem) log.warn({ problem, err: error }, "reads go to the primary");
    this.#problem = problem;
    this.#pausedUntil = Date.now() + this.pauseMs;
    return false;
  }
}

type Opened = { replica: ReadReplica; pool: Pool };
const held = globalThis as typeof globalThis & { drayboardReplica?: Opened | null };

function opened(): Opened | null {
  // Stored on the global object, because the bundler gives routes and pages copies of this module.
  if (held.drayboardReplica === undefined) {
    const url = config().readDatabaseUrl;
    const replica = url === null ? null : openReplica(url);
    held.drayboardReplica = replica && { replica: new ReadReplica(replica.db, db), pool: replica.pool };
  }
  return held.drayboardReplica;
}

const readOr =
  (otherwise: () => Database): ReadFrom =>
  (work) => {
    const open = opened();
    return open ? open.replica.read(work, otherwise) : work(otherwise());
  };

/** Reads of reports and searches: from the replica of READ_DATABASE_URL, if it is current, otherwise from the database. */
export const readFrom: ReadFrom = readOr(db);
/** The same for exports, which otherwise have connections of their own. */
export const readExportFrom: ReadFrom = readOr(exportsDb);

/** The state of the replica in this process. Null without one. */
export const readReplicaState = (): ReplicaState => opened()?.replica.state ?? null;

/** The use of the replica's connections. Empty without one. */
export function readReplicaPoolUse(): PoolUse[] {
  const open = opened();
  return open ? [poolUse("replica", open.pool)] : [];
}
