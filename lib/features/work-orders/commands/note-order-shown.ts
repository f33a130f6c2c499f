import { eq } from "drizzle-orm";
import {
  holdOrder,
  type OrderVisit,
  type StoredOrder,
  unseenTerms,
} from "@/lib/features/work-orders/queries/open-order";
import { lockBoard } from "@/lib/mirror/apply/apply";
import { markContainersChanged } from "@/lib/mirror/apply/rebuild-container-rows";
import type { Database, Transaction } from "@/lib/platform/database/client";
import { workOrders } from "@/lib/platform/database/schema/schema";
import { transact } from "@/lib/platform/database/transaction";
import { addOrderEvent, updateTerms } from "./order-events";

type Open = Extract<OrderVisit, { state: "open" }>;

/** Changes an open order while it is held. Returns it as it is then. */
async function changeHeld(
  db: Database,
  { token }: Open,
  now: Date,
  change: (tx: Transaction, held: Open) => Promise<StoredOrder>,
): Promise<OrderVisit> {
  return transact(db, async (tx) => {
    await lockBoard(tx);
    const held = await holdOrder(tx, token.id, now);
    if (held.state !== "open") return held;
    const order = await change(tx, held);
    await markContainersChanged(tx, [order.containerId]);
    return { ...held, order };
  });
}

/**
 * Gives changed terms a version of their own before they are shown, so that a response counts for what was shown. Returns the
 * order as it is shown. Writes nothing when the terms are those of the last version: a link is also opened by programs that
 * make a preview of it.
 */
export async function noteTermsShown(db: Database, visit: Open, now: Date): Promise<OrderVisit> {
  if (unseenTerms(visit).length === 0) return visit;
  return changeHeld(db, visit, now, (tx, { order, container }) =>
    updateTerms(tx, order, container, { at: now }),
  );
}

/** Records that a person sees an order, for the first time. The page says so once it is visible. */
export async function noteOrderViewed(db: Database, visit: Open, now: Date): Promise<void> {
  if (visit.order.viewedAt !== null) return;
  await changeHeld(db, visit, now, async (tx, { order }) => {
    if (order.viewedAt !== null) return order;
    await tx.update(workOrders).set({ viewedAt: now }).where(eq(workOrders.id, order.id));
    await addOrderEvent(tx, order, { kind: "viewed" }, { at: now });
    return { ...order, viewedAt: now };
  });
}
