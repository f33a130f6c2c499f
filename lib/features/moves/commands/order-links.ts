import { sql } from "drizzle-orm";
import type { Transaction } from "@/lib/platform/database/client";

const DAY_MS = 86_400_000;

/** The earliest end of a work order's link: a day after the planned pickup. */
export const dayAfterPickup = (pickupAt: Date): Date => new Date(pickupAt.getTime() + DAY_MS);

/** Extends the links of a container's open work orders to the day after the pickup that was planned. */
export async function extendOrderLinks(tx: Transaction, containerId: string, pickupAt: Date): Promise<void> {
  const end = dayAfterPickup(pickupAt);
  await tx.execute(sql`
    update access_tokens t set expires_at = greatest(t.expires_at, ${end.toISOString()}::timestamptz)
    from work_orders o
    where o.token_id = t.id and o.container_id = ${containerId} and o.withdrawn_at is null and t.revoked_at is null`);
}
