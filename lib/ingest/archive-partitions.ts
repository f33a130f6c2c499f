import { sql } from "drizzle-orm";
import { z } from "zod";
import { LOCKS, takeLock } from "@/lib/platform/database/advisory-locks";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";

const MONTHS_AHEAD = 2;
const PREFIX = "webhook_archive_";

/** The first instant of a UTC month: the month of `instant` plus `after` months. */
function monthOf(instant: Date, after = 0): Date {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + after, 1));
}

const nameOf = (month: Date) => `${PREFIX}${month.toISOString().slice(0, 7).replace("-", "_")}`;

/** The month a partition holds, parsed from its name. Null for the name of another table. */
function monthNamed(name: string): Date | null {
  const [, year, month] = /^webhook_archive_(\d{4})_(\d{2})$/.exec(name) ?? [];
  return year && month ? new Date(Date.UTC(Number(year), Number(month) - 1, 1)) : null;
}

export async function listPartitions(executor: Executor): Promise<string[]> {
  return queryColumn(
    executor,
    z.string(),
    sql`
      select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'webhook_archive'::regclass order by 1`,
  );
}

/** Creates missing partitions for the months of these instants. Only one process creates partitions at a time. */
export async function makePartitions(executor: Executor, instants: readonly Date[]): Promise<void> {
  const months = new Map(instants.map((instant) => [nameOf(monthOf(instant)), monthOf(instant)]));
  const lacking = async () => {
    const there = new Set(await listPartitions(executor));
    return [...months].filter(([name]) => !there.has(name));
  };
  if ((await lacking()).length === 0) return;
  // Two concurrent creators would fail each other, even with "if not exists".
  await takeLock(executor, LOCKS.archivePartitions);
  for (const [name, month] of await lacking()) {
    const [from, to] = [month, monthOf(month, 1)].map((bound) => sql.raw(`'${bound.toISOString()}'`));
    await executor.execute(sql`
      create table if not exists ${sql.identifier(name)} partition of webhook_archive for values from (${from}) to (${to})`);
  }
}

/** Creates the partitions for this month and the next months, so that no delivery waits for a partition. */
export async function makePartitionsAhead(executor: Executor, now: Date): Promise<void> {
  const months = Array.from({ length: MONTHS_AHEAD + 1 }, (_, after) => monthOf(now, after));
  await makePartitions(executor, months);
}

/** Drops the partitions in which every delivery was received before `cutoff`. Returns their names. */
export async function dropPartitions(executor: Executor, cutoff: Date): Promise<string[]> {
  const old = (await listPartitions(executor)).filter((name) => {
    const month = monthNamed(name);
    return month !== null && monthOf(month, 1) <= cutoff;
  });
  for (const name of old) await executor.execute(sql`drop table if exists ${sql.identifier(name)}`);
  return old;
}
