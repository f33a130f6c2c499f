import { and, eq } from "drizzle-orm";
import { notFound } from "@/tracking-service/json-api/errors";
import { requireUuid } from "@/tracking-service/json-api/uuid";
import type { Reader } from "@/tracking-service/store/database";
import { shipments } from "@/tracking-service/store/schema";

/** Returns the account's shipment of this id. 404 when it is missing or belongs to another account. */
export async function requireShipment(reader: Reader, accountId: string, id: string) {
  const [row] = await reader
    .select()
    .from(shipments)
    .where(and(eq(shipments.id, requireUuid(id)), eq(shipments.accountId, accountId)));
  if (!row) throw notFound("There is no such shipment in this account.");
  return row;
}
