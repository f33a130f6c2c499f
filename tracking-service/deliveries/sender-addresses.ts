import { sql } from "drizzle-orm";
import type { Database } from "@/tracking-service/store/database";
import { deliveryAddresses } from "@/tracking-service/store/deliveries-schema";

/** Stores the addresses that deliveries come from. The change time is updated only when the addresses differ. */
export async function saveDeliveryAddresses(
  db: Database,
  addresses: readonly string[],
  now: Date,
): Promise<void> {
  await db
    .insert(deliveryAddresses)
    .values({ addresses: [...addresses], updatedAt: now })
    .onConflictDoUpdate({
      target: deliveryAddresses.one,
      set: { addresses: [...addresses], updatedAt: now },
      setWhere: sql`${deliveryAddresses.addresses} <> ${JSON.stringify(addresses)}::jsonb`,
    });
}

/**
 * Returns the addresses that deliveries come from and the time of their last change (supplement.md, GET /webhooks/ips).
 */
export async function findDeliveryAddresses(
  db: Database,
): Promise<{ addresses: string[]; updatedAt: Date } | null> {
  const [row] = await db.select().from(deliveryAddresses);
  return row ?? null;
}
