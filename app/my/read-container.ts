import { readContainerPage } from "@/lib/features/containers/queries/cached-pages";
import { isCustomersContainer, seesCharges } from "@/lib/features/sharing/queries/customer-portal";
import { sharedContainer } from "@/lib/features/sharing/queries/read-shared";
import type { SharedData } from "@/lib/features/sharing/rules/shared-pages";
import { db } from "@/lib/platform/database/client";

/** A container as shown to its customer. Null if it does not exist or belongs to another customer. */
export async function readCustomerContainer(userId: string, id: string): Promise<SharedData | null> {
  if (!(await isCustomersContainer(db(), userId, id))) return null;
  const [page, charges] = await Promise.all([readContainerPage(id), seesCharges(db(), userId)]);
  return page && sharedContainer(page, { view: "customer", charges }, new Date());
}
