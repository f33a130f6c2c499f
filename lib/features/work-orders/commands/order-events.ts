import { eq } from "drizzle-orm";
import type { Container } from "@/lib/domain/container/container-facts";
import { changedTerms, orderTerms, type TermId } from "@/lib/domain/work-order/order-terms";
import type { OrderTerms } from "@/lib/domain/work-order/work-order";
import type { StoredOrder } from "@/lib/features/work-orders/queries/open-order";
import type { Transaction } from "@/lib/platform/database/client";
import { workOrderEvents, workOrders } from "@/lib/platform/database/schema/schema";

/** What an entry of the history contains, by its kind. */
type EventData =
  | { kind: "viewed" | "withdrawn"; data?: undefined }
  | { kind: "sent"; data: { terms: OrderTerms } }
  | { kind: "changed"; data: { terms: OrderTerms; changed: TermId[] } }
  | { kind: "accepted" | "declined"; data: { detail: string } };

/** Adds an entry to the history of an order. `userId` null: the carrier, or a change that was found when the order was shown. */
export async function addOrderEvent(
  tx: Transaction,
  { id, version }: Pick<StoredOrder, "id" | "version">,
  { kind, data }: EventData,
  { at, userId = null }: { at: Date; userId?: string | null },
): Promise<void> {
  await tx.insert(workOrderEvents).values({ orderId: id, at, kind, version, userId, data: data ?? {} });
}

/**
 * Gives an order a new version when its terms have changed. `userId` is the user who sends the changed order. Returns the
 * order as it is now.
 */
export async function updateTerms(
  tx: Transaction,
  order: StoredOrder,
  container: Container,
  by: { at: Date; userId?: string },
): Promise<StoredOrder> {
  const terms = orderTerms(container, order.instructions);
  const changed = changedTerms(order.terms, terms);
  if (changed.length === 0) return order;
  const version = order.version + 1;
  await tx.update(workOrders).set({ terms, version }).where(eq(workOrders.id, order.id));
  await addOrderEvent(tx, { ...order, version }, { kind: "changed", data: { terms, changed } }, by);
  return { ...order, terms, version };
}
