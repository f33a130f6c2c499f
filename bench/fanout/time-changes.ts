import { setTimeout as pause } from "node:timers/promises";
import { deliver, movedTo } from "@/bench/fresh/deliver";
import { wallClock } from "@/bench/fresh/wall-clock";
import type { Database } from "@/lib/platform/database/client";
import { openRng } from "@/lib/platform/seeded-random";
import type { BoardsReport } from "./boards";

/** A change of a container: its yard location, and when its delivery was sent and accepted, epoch ms. */
export type SentChange = { id: string; yardSpot: string; sentAt: number; acceptedAt: number };

export interface ChangesToSend {
  db: Database;
  /** The dashboards that receive the deliveries, in turn. */
  baseUrls: readonly string[];
  secret: string;
  /** The containers to change, each once. */
  ids: readonly string[];
  perSecond: number;
  /** Part of the yard locations. */
  name: string;
}

/** Sends a delivery for each container at random times, at this rate on average. Resolves when all were accepted. */
export async function sendChanges(changes: ChangesToSend): Promise<SentChange[]> {
  const { db, baseUrls, secret, ids, perSecond, name } = changes;
  const sent: SentChange[] = [];
  const deliveries: Promise<void>[] = [];
  const rng = openRng(1);
  let due = wallClock();
  for (const [at, id] of ids.entries()) {
    // Changes are independent of each other. Even pauses would synchronize with the periods of the messages.
    due -= (Math.log(1 - rng.between(0, 1)) * 1_000) / perSecond;
    await pause(Math.max(0, due - wallClock()));
    const yardSpot = `Spot ${name} ${at}`;
    const body = await movedTo(db, id, yardSpot);
    const change: SentChange = { id, yardSpot, sentAt: wallClock(), acceptedAt: 0 };
    sent.push(change);
    const accepted = deliver(baseUrls[at % baseUrls.length] ?? "", body, secret).then(() => {
      change.acceptedAt = wallClock();
    });
    deliveries.push(accepted);
  }
  await Promise.all(deliveries);
  return sent;
}

/**
 * The time of each change until each board had its row, ms, from the delivery sent or accepted. A board that learned of
 * a gap has what it missed when it has read its page. `missing`: the rows that did not arrive.
 */
export function timeArrivals(
  { arrivals, resyncs }: Pick<BoardsReport, "arrivals" | "resyncs">,
  sent: readonly SentChange[],
  from: "sentAt" | "acceptedAt",
): { samples: number[]; missing: number } {
  const samples: number[] = [];
  let missing = 0;
  for (const [at, board] of arrivals.entries())
    for (const change of sent) {
      const isLater = (time: number) => time >= change.sentAt;
      const arrivedAt = board[change.id]?.find(isLater) ?? resyncs[at]?.find(isLater);
      if (arrivedAt === undefined) missing += 1;
      // The row can arrive before the response of its delivery.
      else samples.push(Math.max(0, arrivedAt - change[from]));
    }
  return { samples, missing };
}
