import { eq } from "drizzle-orm";
import { holdOrder, type OrderVisit, unseenTerms } from "@/lib/features/work-orders/queries/open-order";
import { lockBoard } from "@/lib/mirror/apply/apply";
import { markContainersChanged } from "@/lib/mirror/apply/rebuild-container-rows";
import type { Database } from "@/lib/platform/database/client";
import { workOrders } from "@/lib/platform/database/schema/schema";
import { transact } from "@/lib/platform/database/transaction";
import { addOrderEvent, updateTerms } from "./order-events";

/**
 * Records that an order was shown: for the first time, or with changed terms, which get a version of their own. Returns the
 * order as it is shown. Writes nothing for an order that was shown like this before.
 */
export async function noteOrderShown(
  db: Database,
  visit: Extract<OrderVisit, { state: "open" }>,
  now: Date,
): Promise<OrderVisit> {
  if (visit.order.viewedAt !== null && unseenTerms(visit).length === 0) return visit;
  return transact(db, async (tx) => {
    await lockBoard(tx);
    const held = await holdOrder(tx, visit.token.id, now);
    if (held.state !== "open") return held;
    const order = await updateTerms(tx, held.order, held.container, { at: now });
    if (order.viewedAt === null) {
      await tx.update(workOrders).set({ viewedAt: now }).where(eq(workOrders.id, order.id));
      await addOrderEvent(tx, order, { kind: "viewed" }, { at: now });
    }
    await markContainersChanged(tx, [order.containerId]);
    return { ...held, order: { ...order, viewedAt: order.viewedAt ?? now } };
  });
}
