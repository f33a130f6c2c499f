import { db } from "@/lib/db/client";
import type { Shown } from "@/lib/dispatch/shown-pages";
import { readContainerPage } from "@/lib/mirror/cached/reads";
import { isCustomersBox, seesCharges } from "@/lib/share/customer-boxes";
import { shownContainer } from "@/lib/share/read-shown";

/** A box as its customer sees it; null when there is none, or when it is somebody else's. */
export async function readCustomerBox(userId: string, id: string): Promise<Shown | null> {
  if (!(await isCustomersBox(db(), userId, id))) return null;
  const [page, charges] = await Promise.all([readContainerPage(id), seesCharges(db(), userId)]);
  return page && shownContainer(page, { view: "customer", charges });
}
