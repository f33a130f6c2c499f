import { cacheLife, cacheTag } from "next/cache";
import { db } from "@/lib/db/client";
import { containers } from "@/lib/db/schema";
import { COUNTS_TAG, containerTag, PARTIES_TAG, shipmentTag } from "@/lib/live/tags";
import { type BoardFacets, listFacets } from "@/lib/mirror/board-facets";
import { loadContainerPage } from "@/lib/mirror/container-page";
import { listParties } from "@/lib/mirror/parties";
import { loadShipmentPage } from "@/lib/mirror/shipment-page";

/**
 * Cached reads of the mirror. Each carries the tags of what it shows and lives until one of them expires. The
 * session is checked by the caller: nothing here knows who asks. `readAt` is when the mirror was read, UTC text.
 */
const now = () => new Date().toISOString();

/** Every change there is, of most boxes. */
const ALL_CHANGES = 2_000;

export async function readContainerPage(id: string, allChanges = false) {
  "use cache";
  cacheLife("max");
  cacheTag(containerTag(id));
  const page = await loadContainerPage(db(), id, allChanges ? ALL_CHANGES : undefined);
  if (page?.box.shipment) cacheTag(shipmentTag(page.box.shipment.id));
  return page && { ...page, readAt: now() };
}

export async function readShipmentPage(id: string) {
  "use cache";
  cacheLife("max");
  cacheTag(shipmentTag(id));
  const page = await loadShipmentPage(db(), id);
  for (const row of page?.rows ?? []) cacheTag(containerTag(row.id));
  return page && { ...page, readAt: now() };
}

export async function readParties() {
  "use cache";
  cacheLife("max");
  cacheTag(PARTIES_TAG);
  return { parties: await listParties(db()), readAt: now() };
}

export async function readFacets(): Promise<BoardFacets> {
  "use cache";
  cacheLife("max");
  cacheTag(COUNTS_TAG);
  return listFacets(db());
}

/** How many containers the account has. */
export async function countBoxes(): Promise<number> {
  "use cache";
  cacheLife("max");
  cacheTag(COUNTS_TAG);
  return db().$count(containers);
}
