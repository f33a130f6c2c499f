import { eq, sql } from "drizzle-orm";
import { findWriterName, type Writer } from "@/lib/auth/access/actor";
import type { Transaction } from "@/lib/platform/database/client";
import { plannedMoves } from "@/lib/platform/database/schema/schema";
import { AppError } from "@/lib/platform/errors";

/**
 * Sets the delivery address in a container's plan, and keeps the rest of the plan. Throws `changed_meanwhile` when the
 * address is neither `was` nor `value` any more, also when the caller leaves it as it was. The caller marks the container as
 * changed.
 */
export async function setDeliveryPlace(
  tx: Transaction,
  by: Writer,
  { containerId, was, value }: { containerId: string; was: string; value: string },
): Promise<void> {
  if (value !== was) await tx.insert(plannedMoves).values({ containerId, version: 0 }).onConflictDoNothing();
  const ofContainer = eq(plannedMoves.containerId, containerId);
  const [plan] = await tx.select().from(plannedMoves).where(ofContainer).for("update");
  const now = plan?.deliveryPlace?.trim() ?? "";
  if (now === value) return;
  if (now !== was) {
    const message = `${await findWriterName(tx, plan?.updatedBy ?? null)} changed the delivery address to “${now || "none"}”. Check it, then send again.`;
    throw new AppError("changed_meanwhile", message, { details: [{ pointer: "/deliveryPlace", message }] });
  }
  await tx
    .update(plannedMoves)
    .set({
      deliveryPlace: value || null,
      version: sql`${plannedMoves.version} + 1`,
      updatedBy: by.userId,
      updatedAt: sql`clock_timestamp()`,
    })
    .where(ofContainer);
}
