import { sql } from "drizzle-orm";
import { z } from "zod";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { localTime } from "@/lib/domain/time/zoned-time";
import { countQueues } from "@/lib/features/board/queries/board";
import { boardCondition } from "@/lib/features/board/queries/filter-sql";
import { boardOrder } from "@/lib/features/board/queries/row-order";
import { type BoardQuery, EVERYTHING } from "@/lib/features/board/rules/board-address";
import {
  MAX_WALL_CONTAINERS,
  type WallboardData,
  wallboardContainer,
} from "@/lib/features/feeds/rules/wallboard";
import { shownRow } from "@/lib/mirror/board-rows/shown-row";
import type { Database } from "@/lib/platform/database/client";
import { queryColumn, storedJson } from "@/lib/platform/database/rows";
import { readStatus } from "@/lib/realtime/health-status";

const MAX_ZONES = 4;

/** Lists the containers of a view with an applicable deadline, earliest deadline first. */
async function listWorst(db: Database, query: BoardQuery, now: Date) {
  const order = boardOrder(EVERYTHING);
  const rows = await queryColumn(
    db,
    storedJson<BoardRow>(),
    sql`
      select ${shownRow()} as row from (
        select container_id from board_rows where ${boardCondition(query, now)} and governing_on is not null
        order by ${order} limit ${MAX_WALL_CONTAINERS}
      ) worst join board_rows using (container_id) order by ${order}`,
  );
  return rows.map((row) => wallboardContainer(row));
}

/** Lists the most common zones with different local times. Zones with the same present time are listed once. */
async function listZones(db: Database, now: Date): Promise<string[]> {
  const zones = await queryColumn(
    db,
    z.string(),
    sql`
      select governing_zone as zone from board_rows where governing_zone is not null
      group by 1 order by count(*) desc, 1`,
  );
  const byTime = new Map<string, string>();
  for (const zone of zones) {
    const time = localTime(now, zone);
    if (!byTime.has(time)) byTime.set(time, zone);
  }
  return [...byTime.values()].slice(0, MAX_ZONES);
}

/** Reads the data of a wallboard at `now`: the queues of the account, and the most urgent deadlines of a view. */
export async function readWallboard(
  db: Database,
  query: BoardQuery,
  build: string,
  now: Date,
): Promise<WallboardData> {
  const [containers, counts, zones, status] = await Promise.all([
    listWorst(db, query, now),
    countQueues(db, now),
    listZones(db, now),
    readStatus(),
  ]);
  const { lastSyncAt, upstreamDownSince, inboxLag, trouble: failure, database } = status;
  return {
    build,
    asOf: now.toISOString(),
    counts,
    containers,
    zones,
    source: {
      lastSyncAt,
      upstreamDownSince,
      waitingSince: inboxLag.oldestAt,
      failing: failure !== null || database === "down",
    },
  };
}
