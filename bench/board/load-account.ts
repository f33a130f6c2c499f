import { sql } from "drizzle-orm";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { foldBoardCounts } from "@/lib/mirror/board-rows/board-counts";
import type { Database } from "@/lib/platform/database/client";
import { listAccount } from "./account";

/** Applies an account of `count` containers to the mirror, folds its counts as a worker does, and analyzes the tables. */
export async function loadAccount(db: Database, count: number, now: Date): Promise<void> {
  for (const records of listAccount(count, now)) {
    const { unreadable } = await db.transaction((tx) =>
      applyRecords(tx, records, { asOf: now, notificationId: null }),
    );
    const [first] = unreadable;
    if (first) throw new Error(`${first.type} ${first.id} has an unreadable ${first.name}`);
  }
  await foldBoardCounts(db, now);
  await db.execute(sql`vacuum analyze`);
}
