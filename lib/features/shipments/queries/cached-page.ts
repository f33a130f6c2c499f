import { cacheLife, cacheTag } from "next/cache";
import { db } from "@/lib/platform/database/client";
import { containerTag, shipmentTag } from "@/lib/realtime/cache/cache-tags";
import { loadShipmentPage } from "./shipment-page";

export async function readShipmentPage(id: string) {
  "use cache";
  cacheLife("max");
  cacheTag(shipmentTag(id));
  const page = await loadShipmentPage(db(), id);
  for (const row of page?.rows ?? []) cacheTag(containerTag(row.id));
  return page && { ...page, readAt: new Date().toISOString() };
}
