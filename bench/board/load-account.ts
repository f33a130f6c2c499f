import { sql } from "drizzle-orm";
import { z } from "zod";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { foldBoardCounts } from "@/lib/mirror/board-rows/board-counts";
import type { Database } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";
import { containerNumber, listAccount } from "./account";

/** Containers beyond these are copies of them, made by SQL. */
const APPLIED = 10_000;

/**
 * Applies an account of `count` containers to the mirror, folds its counts as a worker does, and analyzes the tables. Of
 * more than 10,000 the rest are copies: containers, rows of the board and roles of parties, with numbers of their own.
 */
export async function loadAccount(db: Database, count: number, now: Date): Promise<void> {
  for (const records of listAccount(Math.min(count, APPLIED), now)) {
    const { unreadable } = await db.transaction((tx) =>
      applyRecords(tx, records, { asOf: now, notificationId: null }),
    );
    const [first] = unreadable;
    if (first) throw new Error(`${first.type} ${first.id} has an unreadable ${first.name}`);
  }
  await foldBoardCounts(db, now);
  for (let made = APPLIED; made < count; made += APPLIED) {
    await copyContainers(db, made, Math.min(APPLIED, count - made));
    await foldBoardCounts(db, now);
  }
  await db.execute(sql`vacuum analyze`);
}

/** Copies the first `count` containers as those from the number `first` on. */
async function copyContainers(db: Database, first: number, count: number): Promise<void> {
  const originals = await queryRows(
    db,
    z.object({ id: z.string(), at: z.number(), prefix: z.string() }),
    sql`
      select container_id as id, at, left(number, 4) as prefix
      from generate_series(0, ${count - 1}::int) at join board_rows on container_id = 'container-' || at`,
  );
  const copies = sql`unnest(
    ${sql.param(originals.map(({ id }) => id))}::text[],
    ${sql.param(originals.map(({ at }) => `container-${first + at}`))}::text[],
    ${sql.param(originals.map(({ at, prefix }) => containerNumber(first + at, prefix)))}::text[]
  ) copies (original, id, number)`;
  await db.execute(sql`
    insert into containers select made.* from ${copies} join containers c on c.id = original
    cross join lateral jsonb_populate_record(c, jsonb_build_object('id', copies.id, 'number_key', copies.number,
      'attributes', c.attributes || jsonb_build_object('number', copies.number))) made`);
  await db.execute(sql`
    insert into board_rows select made.* from ${copies} join board_rows b on b.container_id = original
    cross join lateral jsonb_populate_record(b, jsonb_build_object('container_id', copies.id, 'number', copies.number,
      'search', replace(b.search, b.number, copies.number),
      'row', b.row || jsonb_build_object('id', copies.id, 'number', copies.number))) made`);
  await db.execute(sql`
    insert into party_roles select made.* from ${copies} join party_roles r on r.roleable_id = original
    cross join lateral jsonb_populate_record(r, jsonb_build_object('id', 'role-' || copies.id, 'roleable_id', copies.id)) made`);
}
