import { sql } from "drizzle-orm";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { QUEUES, type QueueId } from "@/lib/domain/board-row/queues";
import { activeHolds, namedHoldOwner, OWNER_IN_DESCRIPTION } from "@/lib/domain/readiness/holds";
import { countQueues } from "@/lib/features/board/queries/board";
import { inWindow } from "@/lib/features/board/queries/filter-sql";
import { boardOrder } from "@/lib/features/board/queries/row-order";
import { EVERYTHING } from "@/lib/features/board/rules/board-address";
import { countTrackingRequests } from "@/lib/features/tracking-requests/queries/tracking-requests";
import { shownRow } from "@/lib/mirror/board-rows/shown-row";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn, storedJson } from "@/lib/platform/database/rows";

/** A current exception: the count, a description and the address of its list. */
export type Exception = { id: string; label: string; note: string; count: number; href: string };

const MAX_OLDEST = 8;

/** A container past its last free day or on hold near it, and who acts next. `owner` is null if no one does. */
export type OldException = { row: BoardRow; owner: string | null };

/** Who acts next: who follows up a hold or resolves it, else the dray carriers. Null if there is none. */
function ownerOf({ followUp, holds, drayCarriers }: BoardRow): string | null {
  if (followUp && followUp.owner !== OWNER_IN_DESCRIPTION) return followUp.owner;
  const active = activeHolds(holds);
  if (active.length > 0)
    return active.map(({ name }) => namedHoldOwner(name)).find(Boolean) ?? "see the hold";
  return drayCarriers.map(({ name }) => name).join(", ") || null;
}

/** Lists the exceptions whose last free day passed first, or passes next, at most eight. */
export async function listOldestExceptions(executor: Executor, now: Date): Promise<OldException[]> {
  const rows = await queryColumn(
    executor,
    storedJson<BoardRow>(),
    sql`
      select ${shownRow()} as row from board_rows where ${inWindow("expired", now)} or ${inWindow("held", now)}
      order by ${boardOrder(EVERYTHING)} limit ${MAX_OLDEST}`,
  );
  return rows.map((row) => ({ row, owner: ownerOf(row) }));
}

/** The board queues that count as exceptions, in the order of the board. */
const WATCHED: readonly QueueId[] = ["expired", "held", "follow-up-due", "stale"];

/** Returns the exceptions of the account at `now`. They are read from the board and therefore never lag. */
export async function readExceptions(executor: Executor, now: Date): Promise<Exception[]> {
  const [counts, failed] = await Promise.all([
    countQueues(executor, now),
    countTrackingRequests(executor, "failed"),
  ]);
  const queues = QUEUES.filter(({ id }) => WATCHED.includes(id)).map(({ id, label, holds }) => ({
    id,
    label,
    note: holds,
    count: counts[id],
    href: `/board?queue=${id}`,
  }));
  return [
    ...queues,
    {
      id: "failed-requests",
      label: "Failed requests",
      note: "numbers that are not tracked",
      count: failed,
      href: "/track?list=failed",
    },
  ];
}
