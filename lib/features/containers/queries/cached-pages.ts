import { cacheLife, cacheTag } from "next/cache";
import { db } from "@/lib/platform/database/client";
import { containerTag, shipmentTag } from "@/lib/realtime/cache/cache-tags";
import { loadContainerPage } from "./container-page";

/**
 * Cached reads of the mirror. Each entry has the cache tags of its content and is valid until one of them expires. The
 * caller checks the session, because these functions have no access to the user. `readAt` is when the mirror was read,
 * UTC text.
 */

/** Maximum changes of a page. It covers all changes of most containers. */
const ALL_CHANGES = 2_000;

export async function readContainerPage(id: string, allChanges = false) {
  "use cache";
  cacheLife("max");
  cacheTag(containerTag(id));
  const page = await loadContainerPage(db(), id, allChanges ? ALL_CHANGES : undefined);
  if (page?.container.shipment) cacheTag(shipmentTag(page.container.shipment.id));
  return page && { ...page, readAt: new Date().toISOString() };
}
