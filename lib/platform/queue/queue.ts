import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import { type KEYED_LOCKS, takesKeyedLock } from "@/lib/platform/database/advisory-locks";
import { LeaseLostError } from "@/lib/platform/database/lease";

/*
 * A queue is a table of a program, with one row per entry (docs/decisions/0035). There are two ways to work on one:
 * - Locked entries (`defineQueue`): work that takes milliseconds. The entry is locked, worked on and marked in one
 *   transaction. A kill undoes all three.
 * - Leased entries (`defineLeasedQueue`): work that waits for another system. The claim is committed with a lease. Once
 *   another process has claimed the entry, writes under the first claim change nothing.
 * Work that has failed is due again after a pause; what becomes of an entry after its last attempt is up to the queue.
 */

/** The database, or a transaction, of either program. */
type Executor = {
  execute(query: SQL): PromiseLike<{ rows: Record<string, unknown>[]; rowCount: number | null }>;
};

/** What a queue has of its own. Conditions and orders name the columns of `table` as drizzle columns. */
export type QueueDefinition<Entry extends object> = {
  table: PgTable;
  /** The columns that identify an entry, in the order in which several entries are locked. */
  key: readonly [PgColumn, ...PgColumn[]];
  /** Which rows are still to be done, due or not. Default: all. */
  open?: SQL;
  /** When the next attempt is due. Without this column an entry is due at once. */
  dueAt?: PgColumn;
  /** The order of claims. */
  order: SQL;
  /** Counts attempts. */
  attempts?: PgColumn;
  /** What a claim returns: the select list, and the schema that parses each row. */
  entry: { select: SQL; schema: z.ZodType<Entry> };
};

type Lease = {
  /** When the lease ends. May be `dueAt`: the entry is then due again when its lease ends. */
  until: PgColumn;
  /** The id of the claim. Null while no process holds the entry. */
  id: PgColumn;
  seconds: number;
  /** Interval of `whileExtended`, well below the lease. */
  extendEveryMs?: number;
};

/** The pause before the next attempt, in seconds: 2, 4, 8 … after 1, 2, 3 … attempts. */
export const doublingPause =
  (maxSeconds: number) =>
  (attempts: number): number =>
    Math.min(2 ** Math.min(attempts, 30), maxSeconds);

const CLOCK = sql`clock_timestamp()`;
const TRUE = sql`true`;

const name = (column: PgColumn): SQL => sql`${sql.identifier(column.name)}`;
const list = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `);
const and = (...conditions: readonly (SQL | undefined)[]): SQL => {
  const present = conditions.filter((condition) => condition !== undefined);
  return present.length ? sql.join(present, sql` and `) : TRUE;
};

/** The parts of the statements of a queue. */
function partsOf<Entry extends object>(definition: QueueDefinition<Entry>) {
  const { table, key, open, dueAt, attempts } = definition;
  return {
    keys: list(key.map((column) => sql`${column}`)),
    sameKey: and(...key.map((column) => sql`${column} = next.${name(column)}`)),
    isDue: (now: SQL) => and(open, dueAt && sql`${dueAt} <= ${now}`),
    /** The number of attempts and the due time, to the microsecond: any other attempt changes them. */
    state: sql`${attempts ?? sql`0`} as "attempts", ${dueAt ? sql`${dueAt}::text` : sql`null`} as "dueAt"`,
    skipLocked: sql`for update of ${table} skip locked`,
  };
}

const lockedSchema = z.object({ attempts: z.number(), dueAt: z.string().nullable() });
/** An entry locked by a transaction. `attempts`: earlier ones. `dueAt`: the due time to the microsecond, as text. */
export type Locked = z.infer<typeof lockedSchema>;

/**
 * A queue whose entries are locked for the length of a transaction. The caller marks or deletes the entries in the same
 * transaction.
 */
export function defineQueue<Entry extends object>(
  definition: QueueDefinition<Entry> & {
    /** Keys of which only one transaction at a time works on entries, among them `by`; null is no key. */
    oneAtATime?: { lock: (typeof KEYED_LOCKS)[keyof typeof KEYED_LOCKS]; by: PgColumn };
    retry?: {
      pauseSeconds: (attempts: number) => number;
      maxAttempts: number;
      lastError: PgColumn;
      /** Assignments that end the automatic attempts. */
      deadLetter: SQL;
    };
  },
) {
  const { table, key, order, entry, open, dueAt, attempts, retry, oneAtATime } = definition;
  const { keys, isDue, state, skipLocked } = partsOf(definition);
  /** How many entries are searched for free ones, as a multiple of those wanted. */
  const SEARCHED = 4;

  /** The entries of keys that no other transaction works on. */
  const free = ({ lock, by }: NonNullable<typeof oneAtATime>, max: number, where?: SQL) => sql`
    with candidates as materialized (
      select ${keys}, ${by} as one_of from ${table} where ${and(isDue(CLOCK), where)}
      order by ${order} limit ${max * SEARCHED}),
    free as materialized (
      select ${list(key.map(name))} from candidates where one_of is null or ${takesKeyedLock(lock, sql`one_of`)}
      limit ${max})
    select ${entry.select}, ${state} from ${table} join free using (${list(key.map(name))})
    where ${isDue(CLOCK)} order by ${order} ${skipLocked}`;

  return {
    /**
     * Locks up to `max` due entries until the transaction ends and returns them in order. Skips those that another
     * transaction has locked. With `apart`, also those of a key that another transaction works on.
     */
    async lock(
      tx: Executor,
      {
        max,
        where,
        orderBy = order,
        apart = false,
        now = CLOCK,
      }: { max: number; where?: SQL; orderBy?: SQL; apart?: boolean; now?: SQL },
    ): Promise<(Entry & Locked)[]> {
      const { rows } = await tx.execute(
        apart && oneAtATime
          ? free(oneAtATime, max, where)
          : sql`select ${entry.select}, ${state} from ${table} where ${and(isDue(now), where)}
              order by ${orderBy} limit ${max} ${skipLocked}`,
      );
      return rows.map((row) => ({ ...entry.schema.parse(row), ...lockedSchema.parse(row) }));
    },

    /** Whether any entry is due, locked or not. */
    async isAnyDue(db: Executor, where?: SQL): Promise<boolean> {
      const { rows } = await db.execute(sql`select from ${table} where ${and(isDue(CLOCK), where)} limit 1`);
      return rows.length > 0;
    },

    /** Removes up to `max` due entries in the transaction that does their work, and returns them. */
    async remove(tx: Executor, max: number): Promise<Entry[]> {
      const { rows } = await tx.execute(sql`
        delete from ${table} where (${keys}) in (
          select ${keys} from ${table} where ${isDue(CLOCK)} order by ${order} limit ${max} ${skipLocked})
        returning ${entry.select}`);
      return rows.map((row) => entry.schema.parse(row));
    },

    /**
     * Records that an attempt at an entry failed, after its transaction was rolled back: it is due after a pause, or
     * ends as a dead letter after the last attempt. Changes nothing if another process has attempted it meanwhile.
     */
    async fail(
      db: Executor,
      keyOf: readonly (string | number)[],
      failed: Locked,
      lastError: string,
    ): Promise<void> {
      if (!retry || !attempts || !dueAt) throw new Error("this queue has no retries");
      const count = failed.attempts + 1;
      const ended = count >= retry.maxAttempts ? sql`, ${retry.deadLetter}` : sql``;
      await db.execute(sql`
        update ${table} set ${name(attempts)} = ${count}::int, ${name(retry.lastError)} = ${lastError},
          ${name(dueAt)} = ${CLOCK} + make_interval(secs => ${retry.pauseSeconds(count)}) ${ended}
        where ${and(open, ...key.map((column, at) => sql`${column} = ${keyOf[at]}`))}
          and ${attempts} = ${failed.attempts} and ${dueAt} = ${failed.dueAt}::timestamptz`);
    },
  };
}

const claimSchema = z.object({ claimKey: z.array(z.string()), leaseId: z.string() });
/**
 * A process's right to work on an entry, until its lease ends. `leaseId` is the id of this claim: once another process
 * has claimed the entry, nothing is written under it.
 */
export type Claim = z.infer<typeof claimSchema>;

type ClaimOptions = {
  max?: number;
  /** Claims nothing when fewer are due. */
  min?: number;
  where?: SQL;
  /** Further assignments of the claim. */
  set?: SQL;
  /** A further part of the select list. */
  returning?: SQL;
  /** The time of the claim. Default: the database's clock. */
  now?: SQL;
};

/** A queue whose entries are claimed with a lease. */
export function defineLeasedQueue<Entry extends object>(
  definition: QueueDefinition<Entry> & { attempts: PgColumn; lease: Lease },
) {
  const { table, key, order, entry, open, dueAt, attempts, lease } = definition;
  const { keys, sameKey, isDue, skipLocked } = partsOf(definition);
  const isFree = (now: SQL) =>
    lease.until === dueAt ? undefined : sql`(${lease.until} is null or ${lease.until} <= ${now})`;
  const end = (now: SQL) => sql`${now} + make_interval(secs => ${lease.seconds})`;
  /** Assignments that end a lease. */
  const unlease =
    lease.until === dueAt
      ? sql`${name(lease.id)} = null`
      : sql`${name(lease.id)} = null, ${name(lease.until)} = null`;

  /** SQL: these claims as the rows `c`, with further columns. */
  function rowsOf(
    claims: readonly Claim[],
    further: Record<string, { type: string; values: readonly (string | number | null)[] }> = {},
  ): SQL {
    const columns = [
      ...key.map((column, at) => ({
        name: `key${at}`,
        type: column.getSQLType(),
        values: claims.map(({ claimKey }) => claimKey[at] ?? null),
      })),
      { name: "lease", type: "uuid", values: claims.map(({ leaseId }) => leaseId) },
      ...Object.entries(further).map(([name, rest]) => ({ name, ...rest })),
    ];
    return sql`unnest(${list(columns.map(({ type, values }) => sql`${sql.param([...values])}::${sql.raw(type)}[]`))})
      as c (${list(columns.map((column) => sql`${sql.identifier(column.name)}`))})`;
  }

  /** SQL: whether a row of the table is the entry of the claim `c` and still held by it. */
  const isOfRow = and(
    ...key.map((column, at) => sql`${column} = c.${sql.identifier(`key${at}`)}`),
    sql`${lease.id} = c.lease`,
    open,
  );

  async function extend(db: Executor, claims: readonly Claim[]): Promise<number> {
    const { rowCount } = await db.execute(sql`
      update ${table} set ${name(lease.until)} = ${end(CLOCK)} from ${rowsOf(claims)}
      where ${isOfRow} and ${lease.until} > ${CLOCK}`);
    return rowCount ?? 0;
  }

  return {
    rowsOf,
    isOfRow,

    /** SQL: entries that are due and not leased. */
    isClaimable: (now: SQL = CLOCK): SQL => and(isDue(now), isFree(now)),

    /** SQL: whether a row of the table is the entry of this claim and still held by it. */
    isOf: ({ claimKey, leaseId }: Claim): SQL =>
      and(
        ...key.map((column, at) => sql`${column} = ${claimKey[at]}::${sql.raw(column.getSQLType())}`),
        sql`${lease.id} = ${leaseId}::uuid`,
        open,
      ),

    /**
     * Claims due entries in order, each with a lease and an attempt counted. Skips those that another process holds.
     * The entry can be claimed again when the lease has ended.
     */
    async claim(
      db: Executor,
      { max = 1, min, where, set, returning, now = CLOCK }: ClaimOptions = {},
    ): Promise<(Entry & Claim)[]> {
      const enough = min === undefined ? undefined : sql`(select count(*) from next) >= ${min}`;
      const { rows } = await db.execute(sql`
        with next as materialized (
          select ${keys} from ${table} where ${and(isDue(now), isFree(now), where)}
          order by ${order} limit ${max} ${skipLocked})
        update ${table} set ${name(lease.until)} = ${end(now)}, ${name(lease.id)} = gen_random_uuid(),
          ${name(attempts)} = ${attempts} + 1 ${set ? sql`, ${set}` : sql``}
        from next where ${and(sameKey, enough)}
        returning ${entry.select} ${returning ? sql`, ${returning}` : sql``}, ${lease.id} as "leaseId",
          array[${list(key.map((column) => sql`${column}::text`))}] as "claimKey"`);
      return rows.map((row) => ({ ...entry.schema.parse(row), ...claimSchema.parse(row) }));
    },

    /** Extends the leases of these claims. A lease that has ended is lost. Returns how many were extended. */
    extend,

    /**
     * Extends the lease directly before something is sent. Throws LeaseLostError when it is too late, also when this
     * process was suspended after the check.
     */
    async requireLease(db: Executor, claim: Claim): Promise<void> {
      const requested = performance.now();
      const extended = await extend(db, [claim]);
      if (!extended || performance.now() - requested > (lease.seconds * 1_000) / 2)
        throw new LeaseLostError();
    },

    /** Throws LeaseLostError unless this process still holds all claims. Locks their entries until the transaction ends. */
    async requireClaims(tx: Executor, claims: readonly Claim[]): Promise<void> {
      const { rows } = await tx.execute(sql`
        select from ${table} join ${rowsOf(claims)} on ${isOfRow} order by ${keys} for update of ${table}`);
      if (rows.length < claims.length) throw new LeaseLostError();
    },

    /** Extends the leases of these claims while `work` runs. */
    async whileExtended<T>(db: Executor, claims: readonly Claim[], work: () => Promise<T>): Promise<T> {
      if (!lease.extendEveryMs) throw new Error("this queue does not extend its leases");
      const extending = setInterval(
        () => void extend(db, claims).catch(() => undefined),
        lease.extendEveryMs,
      );
      try {
        return await work();
      } finally {
        clearInterval(extending);
      }
    },

    /**
     * Ends claims whose entries stay in the queue. They are due after `pauses` seconds, one per claim; without it at
     * once if `dueAt` has their lease. `attempts`: `uncounted` takes the attempt back, `none` takes all back. Entries
     * that another process has claimed are unchanged. Returns how many were released.
     */
    async release(
      db: Executor,
      claims: readonly Claim[],
      {
        pauses,
        attempts: counted,
        set,
      }: { pauses?: readonly number[]; attempts?: "uncounted" | "none"; set?: SQL },
    ): Promise<number> {
      if (!claims.length) return 0;
      const assignments = [
        unlease,
        ...(dueAt ? [sql`${name(dueAt)} = ${CLOCK} + make_interval(secs => c.pause)`] : []),
        ...(counted === "uncounted" ? [sql`${name(attempts)} = greatest(${attempts} - 1, 0)`] : []),
        ...(counted === "none" ? [sql`${name(attempts)} = 0`] : []),
        ...(set ? [set] : []),
      ];
      const pause = { type: "double precision", values: claims.map((_, at) => pauses?.[at] ?? 0) };
      const { rowCount } = await db.execute(sql`
        update ${table} set ${list(assignments)} from ${rowsOf(claims, { pause })} where ${isOfRow}`);
      return rowCount ?? 0;
    },

    /** Ends a claim with the outcome of its entry. Returns false, and writes nothing, when it is no longer held. */
    async settle(tx: Executor, claim: Claim, set: SQL): Promise<boolean> {
      const { rowCount } = await tx.execute(sql`
        update ${table} set ${set}, ${unlease} from ${rowsOf([claim])} where ${isOfRow}`);
      return rowCount !== null && rowCount > 0;
    },
  };
}
