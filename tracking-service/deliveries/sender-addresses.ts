import { sql } from "drizzle-orm";
import type { Database } from "@/tracking-service/store/database";
import { deliveryAddresses } from "@/tracking-service/store/deliveries-schema";

/** Notes the addresses deliveries come from; the time next to them moves only when they are others than before. */
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

/** The addresses deliveries come from and when they were last changed (supplement.md, GET /webhooks/ips). */
export async function findDeliveryAddresses(
  db: Database,
): Promise<{ addresses: string[]; updatedAt: Date } | null> {
  const [row] = await db.select().from(deliveryAddresses);
  return row ?? null;
}
