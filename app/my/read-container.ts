import { readContainerPage } from "@/lib/features/containers/queries/cached-pages";
import { isCustomersContainer, seesCharges } from "@/lib/features/sharing/queries/customer-portal";
import { sharedContainer } from "@/lib/features/sharing/queries/read-shared";
import { listCustomerDocuments } from "@/lib/features/sharing/queries/shared-documents";
import type { SharedDocument } from "@/lib/features/sharing/rules/shared-document";
import type { SharedData } from "@/lib/features/sharing/rules/shared-pages";
import { db } from "@/lib/platform/database/client";

/**
 * A container as shown to its customer, with the documents that the customer may see. Null if it does not exist or
 * belongs to another customer.
 */
export async function readCustomerContainer(
  userId: string,
  id: string,
): Promise<{ shared: SharedData; documents: SharedDocument[] } | null> {
  if (!(await isCustomersContainer(db(), userId, id))) return null;
  const [page, charges, documents] = await Promise.all([
    readContainerPage(id),
    seesCharges(db(), userId),
    listCustomerDocuments(db(), userId, id),
  ]);
  return page && { shared: sharedContainer(page, { view: "customer", charges }, new Date()), documents };
}
