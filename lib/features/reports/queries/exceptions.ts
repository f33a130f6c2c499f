import { QUEUES, type QueueId } from "@/lib/domain/board-row/queues";
import { countQueues } from "@/lib/features/board/queries/board";
import { countTrackingRequests } from "@/lib/features/tracking-requests/queries/tracking-requests";
import type { Executor } from "@/lib/platform/database/client";

/** A current exception: the count, a description and the address of its list. */
export type Exception = { id: string; label: string; note: string; count: number; href: string };

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
