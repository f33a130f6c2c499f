import { type SQL, sql } from "drizzle-orm";
import { loadBoxes } from "@/lib/mirror/load-containers";
import { insertInto } from "@/lib/platform/database/bulk-insert";
import type { Database, Transaction } from "@/lib/platform/database/client";
import { isDatabaseTrouble } from "@/lib/platform/database/connection-errors";
import {
  reportBoxes,
  reportCharges,
  reportHolds,
  reportStatuses,
} from "@/lib/platform/database/schema/schema";
import { reasonOf } from "@/lib/platform/errors";
import { logger } from "@/lib/platform/log";
import { type BoxFacts, boxFacts } from "./container-history";
import { readPasts } from "./read-history";

const log = logger("reports");
const REPORTS_LOCK = 4_901_009;
const MOST_NOTED = 2_000;
const BOXES_AT_ONCE = 500;
/** While notifications wait, their turn comes first; but reports never stay further behind than this. */
const LONGEST_WAIT_SECONDS = 15;

/** Whether it is the reports' turn: something is to be done, and nothing more urgent waits. */
const IS_TURN = sql`
  select exists (select from report_due) and (
    not exists (select from inbox where processed_at is null and set_aside_at is null and tries = 0)
    or (select noted_at from report_due order by id limit 1) < clock_timestamp() - make_interval(secs => ${LONGEST_WAIT_SECONDS})
  ) as turn`;

const list = (ids: readonly string[]): SQL => sql`any(${sql.param([...ids])}::text[])`;

/** Adds what the boxes' statuses are to the days' counts, or takes it off. */
async function countStatuses(tx: Transaction, ids: readonly string[], sign: 1 | -1): Promise<void> {
  await tx.execute(sql`
    insert into report_status_days (on_day, status, boxes)
    select on_day, status, sum(boxes) from (
      select from_on as on_day, status, ${sign}::int as boxes from report_statuses where container_id = ${list(ids)}
      union all
      select to_on, status, -${sign}::int from report_statuses where container_id = ${list(ids)} and to_on is not null
    ) moved group by on_day, status having sum(boxes) <> 0
    on conflict (on_day, status) do update set boxes = report_status_days.boxes + excluded.boxes`);
}

/** The Monday of a day's week. */
const WEEK = sql`(on_day - (on_day - date '1900-01-01') % 7)`;

/** Adds what was charged for the boxes to the weeks' sums, or takes it off. */
async function countCharges(tx: Transaction, ids: readonly string[], sign: 1 | -1): Promise<void> {
  await tx.execute(sql`
    insert into report_charge_weeks (week, currency, minor, boxes)
    select ${WEEK}, currency, ${sign}::int * sum(minor), ${sign}::int * count(distinct container_id)
    from report_charges where container_id = ${list(ids)} group by 1, 2
    on conflict (week, currency) do update set
      minor = report_charge_weeks.minor + excluded.minor, boxes = report_charge_weeks.boxes + excluded.boxes`);
}

async function forget(tx: Transaction, ids: readonly string[]): Promise<void> {
  await countStatuses(tx, ids, -1);
  await countCharges(tx, ids, -1);
  for (const table of [reportBoxes, reportHolds, reportStatuses, reportCharges])
    await tx.execute(sql`delete from ${table} where container_id = ${list(ids)}`);
}

async function keep(tx: Transaction, facts: readonly BoxFacts[]): Promise<void> {
  const [holds, statuses, charges] = [
    facts.flatMap((each) => each.holds),
    facts.flatMap((each) => each.statuses),
    facts.flatMap((each) => each.charges),
  ];
  if (facts.length)
    await tx.execute(
      insertInto(
        reportBoxes,
        facts.map(({ box }) => box),
      ),
    );
  if (holds.length) await tx.execute(insertInto(reportHolds, holds));
  if (statuses.length) await tx.execute(insertInto(reportStatuses, statuses));
  if (charges.length) await tx.execute(insertInto(reportCharges, charges));
  const kept = facts.map(({ box }) => box.containerId);
  await countStatuses(tx, kept, 1);
  await countCharges(tx, kept, 1);
}

async function rebuildTogether(tx: Transaction, ids: readonly string[]): Promise<void> {
  const boxes = await loadBoxes(tx, ids);
  const pasts = await readPasts(tx, boxes);
  await forget(tx, ids);
  await keep(
    tx,
    boxes.flatMap((box) => {
      const past = pasts.get(box.id);
      return past ? [boxFacts(box, past)] : [];
    }),
  );
}

/** A box that cannot be told of stands in no report, and stops no other. */
async function rebuildOne(tx: Transaction, id: string): Promise<void> {
  try {
    await tx.transaction((inner) => rebuildTogether(inner, [id]));
  } catch (error) {
    if (isDatabaseTrouble(error)) throw error;
    log.error({ container: id, message: reasonOf(error) }, "reports leave a box out");
    await forget(tx, [id]);
  }
}

/** Works out what reports keep of these boxes out of the mirror and its history, in the caller's transaction. */
async function rebuild(tx: Transaction, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += BOXES_AT_ONCE) {
    const some = ids.slice(at, at + BOXES_AT_ONCE);
    try {
      await tx.transaction((inner) => rebuildTogether(inner, some));
    } catch (error) {
      if (isDatabaseTrouble(error)) throw error;
      for (const id of some) await rebuildOne(tx, id);
    }
  }
}

/**
 * Works out again what reports keep of the boxes that were noted as due, in one transaction with striking them off: a
 * kill at any moment costs one batch, and a batch done twice gives the same. One worker at a time; answers whether
 * there was anything to do. `atOnce`: also while notifications wait.
 */
export async function catchUpReports(db: Database, { atOnce = false } = {}): Promise<boolean> {
  const { rows: looked } = await db.execute<{ turn: boolean }>(IS_TURN);
  if (!looked[0]?.turn && !atOnce) return false;
  return db.transaction(async (tx) => {
    const { rows: locked } = await tx.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(${REPORTS_LOCK}) as mine`,
    );
    if (!locked[0]?.mine) return false;
    // Of a box that is noted again while this is under way nothing newer is read than what its note will bring.
    const { rows } = await tx.execute<{ id: string }>(sql`
      with taken as (
        delete from report_due where id in (select id from report_due order by id limit ${MOST_NOTED})
        returning container_id
      ) select distinct container_id as id from taken order by 1`);
    await rebuild(
      tx,
      rows.map(({ id }) => id),
    );
    return rows.length > 0;
  });
}

/** Puts every box up to be worked out again: what reports keep is never the only truth. */
export async function askForRebuild(db: Database): Promise<void> {
  await db.execute(sql`
    insert into report_due (container_id)
    select container_id from board_rows union select container_id from report_boxes`);
}
