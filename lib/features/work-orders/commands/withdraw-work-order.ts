import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { command } from "@/lib/auth/commands/command";
import { revokeAccessToken } from "@/lib/auth/tokens/access-tokens";
import { partyText } from "@/lib/features/parties/commands/rename-party";
import { lockBoard } from "@/lib/mirror/apply/apply";
import { markContainersChanged } from "@/lib/mirror/apply/rebuild-container-rows";
import { workOrders } from "@/lib/platform/database/schema/schema";
import { transact } from "@/lib/platform/database/transaction";
import { addOrderEvent } from "./order-events";

/**
 * Withdraws a work order and ends its link. The dray carrier stays assigned. False when the order was already withdrawn, or
 * is unknown.
 */
export const withdrawWorkOrder = command(
  { right: "dispatch", input: z.object({ id: z.uuid() }) },
  async ({ db, actor, now }, { id }): Promise<boolean> =>
    transact(db, async (tx) => {
      await lockBoard(tx);
      const [order] = await tx
        .update(workOrders)
        .set({ withdrawnAt: now })
        .where(and(eq(workOrders.id, id), isNull(workOrders.withdrawnAt)))
        .returning();
      if (!order) return false;
      await revokeAccessToken(tx, order.tokenId, ["order"], now);
      await addOrderEvent(tx, order, { kind: "withdrawn" }, { at: now, userId: actor.userId });
      await recordAuditEntry(tx, actor, {
        action: "work_order.withdrawn",
        record: { type: "container", id: order.containerId },
        data: { carrier: await partyText(tx, order.partyId), version: order.version },
      });
      await markContainersChanged(tx, [order.containerId], actor.userId);
      return true;
    }),
);
