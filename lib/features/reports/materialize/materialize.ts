import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { loadContainers } from "@/lib/mirror/load-containers";
import { LOCKS, tryLock } from "@/lib/platform/database/advisory-locks";
import { insertInto } from "@/lib/platform/database/bulk-insert";
import type { Database, Transaction } from "@/lib/platform/database/client";
import { isDatabaseFailure } from "@/lib/platform/database/connection-errors";
import { hasNewerRows, NO_NOTIFICATION_WAITS, type RowRebuild } from "@/lib/platform/database/row-versions";
import { queryColumn } from "@/lib/platform/database/rows";
import {
  reportCharges,
  reportContainers,
  reportHolds,
  reportRebuildQueue,
  reportStatuses,
} from "@/lib/platform/database/schema/schema";
import { logger } from "@/lib/platform/log";
import { defineQueue } from "@/lib/platform/queue/queue";
import { type ContainerFacts, containerFacts, REPORT_ROW_VERSION } from "./container-history";
import { readPasts } from "./read-history";

const log = logger("reports");
const MAX_NOTED = 2_000;
const CONTAINERS_AT_ONCE = 500;
/** Waiting notifications have priority over reports, but reports are never delayed by more than this. */
const MAX_WAIT_SECONDS = 15;

/** Whether reports should run now: containers are due and no notifications wait. */
const IS_TURN = sql`
  select exists (select from report_rebuild_queue) and (
    ${NO_NOTIFICATION_WAITS}
    or (select noted_at from report_rebuild_queue order by id limit 1) < clock_timestamp() - make_interval(secs => ${MAX_WAIT_SECONDS})
  ) as turn`;

/** The containers whose report rows are due, in the order they were marked; a container may be marked several times. */
const queue = defineQueue({
  table: reportRebuildQueue,
  key: [reportRebuildQueue.id],
  order: sql`${reportRebuildQueue.id}`,
  entry: {
    select: sql`${reportRebuildQueue.containerId} as "containerId"`,
    schema: z.object({ containerId: z.string() }),
  },
});

const list = (ids: readonly string[]): SQL => sql`any(${sql.param([...ids])}::text[])`;

/** Adds the statuses of the containers to the counts per day, or subtracts them. */
async function countStatuses(tx: Transaction, ids: readonly string[], sign: 1 | -1): Promise<void> {
  await tx.execute(sql`
    insert into report_status_days (on_day, status, containers)
    select on_day, status, sum(containers) from (
      select from_on as on_day, status, ${sign}::int as containers from report_statuses where container_id = ${list(ids)}
      union all
      select to_on, status, -${sign}::int from report_statuses where container_id = ${list(ids)} and to_on is not null
    ) moved group by on_day, status having sum(containers) <> 0
    on conflict (on_day, status) do update set containers = report_status_days.containers + excluded.containers`);
}

/** The Monday of the week of a day. */
const WEEK = sql`(on_day - (on_day - date '1900-01-01') % 7)`;

/** Adds the charges of the containers to the sums per week, or subtracts them. */
async function countCharges(tx: Transaction, ids: readonly string[], sign: 1 | -1): Promise<void> {
  await tx.execute(sql`
    insert into report_charge_weeks (week, currency, at_start, minor, containers)
    select ${WEEK}, currency, at_start, ${sign}::int * sum(minor), ${sign}::int * count(distinct container_id)
    from report_charges where container_id = ${list(ids)} group by 1, 2, 3
    on conflict (week, currency, at_start) do update set
      minor = report_charge_weeks.minor + excluded.minor, containers = report_charge_weeks.containers + excluded.containers`);
}

async function forget(tx: Transaction, ids: readonly string[]): Promise<void> {
  await countStatuses(tx, ids, -1);
  await countCharges(tx, ids, -1);
  for (const table of [reportContainers, reportHolds, reportStatuses, reportCharges])
    await tx.execute(sql`delete from ${table} where container_id = ${list(ids)}`);
}

async function keep(tx: Transaction, facts: readonly ContainerFacts[]): Promise<void> {
  const [holds, statuses, charges] = [
    facts.flatMap((each) => each.holds),
    facts.flatMap((each) => each.statuses),
    facts.flatMap((each) => each.charges),
  ];
  if (facts.length)
    await tx.execute(
      insertInto(
        reportContainers,
        facts.map(({ container }) => container),
      ),
    );
  if (holds.length) await tx.execute(insertInto(reportHolds, holds));
  if (statuses.length) await tx.execute(insertInto(reportStatuses, statuses));
  if (charges.length) await tx.execute(insertInto(reportCharges, charges));
  const stored = facts.map(({ container }) => container.containerId);
  await countStatuses(tx, stored, 1);
  await countCharges(tx, stored, 1);
}

/**
 * Returns the containers whose report rows can be computed. Those of containers that retention deleted stay as they are, so
 * that totals of the past do not change: they only count as rows of this version.
 */
async function withoutDeleted(tx: Transaction, asked: readonly string[]): Promise<string[]> {
  const deleted = await queryColumn(
    tx,
    z.string(),
    sql`select id from deleted_by_retention where type = 'container' and id = ${list(asked)}`,
  );
  if (deleted.length === 0) return [...asked];
  await tx.execute(sql`
    update report_containers set row_version = ${REPORT_ROW_VERSION} where container_id = ${list(deleted)}`);
  return asked.filter((id) => !deleted.includes(id));
}

async function rebuildTogether(tx: Transaction, asked: readonly string[]): Promise<void> {
  const ids = await withoutDeleted(tx, asked);
  const containers = await loadContainers(tx, ids);
  const pasts = await readPasts(tx, containers);
  await forget(tx, ids);
  await keep(
    tx,
    containers.flatMap((container) => {
      const past = pasts.get(container.id);
      return past ? [containerFacts(container, past)] : [];
    }),
  );
}

/** A container whose report rows cannot be computed is left out of all reports and does not block other containers. */
async function rebuildOne(tx: Transaction, id: string): Promise<void> {
  try {
    await tx.transaction((inner) => rebuildTogether(inner, [id]));
  } catch (error) {
    if (isDatabaseFailure(error)) throw error;
    log.error({ container: id, err: error }, "reports leave a container out");
    await forget(tx, [id]);
  }
}

/** Recomputes the report rows of these containers from the mirror and its history, in the caller's transaction. */
async function rebuild(tx: Transaction, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += CONTAINERS_AT_ONCE) {
    const some = ids.slice(at, at + CONTAINERS_AT_ONCE);
    try {
      await tx.transaction((inner) => rebuildTogether(inner, some));
    } catch (error) {
      if (isDatabaseFailure(error)) throw error;
      for (const id of some) await rebuildOne(tx, id);
    }
  }
}

/** Returns whether this transaction is the only one that writes report rows. */
const tryLockReports = (tx: Transaction): Promise<boolean> => tryLock(tx, LOCKS.reports);

/**
 * Recomputes the report rows of due containers and removes their due entries in the same transaction. A kill at any
 * time costs at most one batch, and repeating a batch gives the same result. Only one worker runs at a time, and none
 * over rows of a higher version. Returns whether containers were due. With `atOnce` it also runs while notifications wait.
 */
export async function catchUpReports(db: Database, { atOnce = false } = {}): Promise<boolean> {
  const [isTurn] = await queryColumn(db, z.boolean(), IS_TURN);
  if (!isTurn && !atOnce) return false;
  return db.transaction(async (tx) => {
    if (!(await tryLockReports(tx)) || (await hasNewerRows(tx, "report_containers", REPORT_ROW_VERSION)))
      return false;
    // If a container is marked as due again during this run, its new due entry covers every change that this run does
    // not see.
    const rows = await queue.remove(tx, MAX_NOTED);
    await rebuild(tx, [...new Set(rows.map(({ containerId }) => containerId))].sort());
    return rows.length > 0;
  });
}

/** The rebuild of report rows of older versions. Due containers come first. */
export const OLD_REPORT_ROWS: RowRebuild = {
  table: "report_containers",
  version: REPORT_ROW_VERSION,
  rowsAtOnce: 100,
  idle: sql`not exists (select from report_rebuild_queue)`,
  lock: tryLockReports,
  rebuild,
};

/** Marks all containers as due. Report rows can always be recomputed from the mirror. */
export async function requestRebuild(db: Database): Promise<void> {
  await db.execute(sql`
    insert into report_rebuild_queue (container_id)
    select container_id from board_rows union select container_id from report_containers`);
}
