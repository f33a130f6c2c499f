import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "./client";

/** The tables of derived rows that have a version (docs/decisions/0031). */
export const DERIVED_TABLES = ["board_rows", "report_containers"] as const;
export type DerivedTable = (typeof DERIVED_TABLES)[number];

/** The version of each derived table's rows that a program builds. */
export type RowVersions = Readonly<Record<DerivedTable, number>>;

/** A worker without a heartbeat for longer than this has ended or is frozen. */
const MAX_AGE_SECONDS = 60;

/** The condition on `workers` for those that run. */
export const isRunning: SQL = sql`heartbeat_at > clock_timestamp() - make_interval(secs => ${MAX_AGE_SECONDS})`;

/** Records that a worker runs and which row versions it builds. Call it before its first write, then every ten seconds. */
export async function recordHeartbeat(
  executor: Executor,
  workerId: string,
  versions: RowVersions,
): Promise<void> {
  await executor.execute(sql`
    with ended as (delete from workers where heartbeat_at < clock_timestamp() - interval '1 day')
    insert into workers (id, row_versions) values (${workerId}::uuid, ${JSON.stringify(versions)}::jsonb)
    on conflict (id) do update set heartbeat_at = clock_timestamp()`);
}

/** Removes the heartbeat of a worker that ends. */
export async function endHeartbeat(executor: Executor, workerId: string): Promise<void> {
  await executor.execute(sql`delete from workers where id = ${workerId}::uuid`);
}
