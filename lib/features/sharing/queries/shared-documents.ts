import { sql } from "drizzle-orm";
import { z } from "zod";
import { formatContainerNumber } from "@/lib/contract/container-number";
import { listDocumentsOfContainers } from "@/lib/features/documents/queries/documents";
import type { DocumentLink, DocumentRecord } from "@/lib/features/documents/rules/document";
import type { ShareSettings } from "@/lib/features/sharing/links/share-settings";
import {
  SHARED_DOCUMENT_TYPES,
  SHARED_MEDIA_TYPES,
  type SharedDocument,
} from "@/lib/features/sharing/rules/shared-document";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn, queryRows } from "@/lib/platform/database/rows";
import { customersContainers, isCustomersContainer } from "./customer-portal";
import { sharedContainerIds } from "./read-shared";

const MAX_DOCUMENTS = 200;

/** Returns which of these containers the reader may see. */
type VisibleOf = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

const memberSchema = z.object({ shipmentId: z.string(), id: z.string() });

const linkedIds = (documents: readonly DocumentRecord[], type: DocumentLink["type"]): string[] => [
  ...new Set(
    documents.flatMap(({ links }) => links.filter((link) => link.type === type).map(({ id }) => id)),
  ),
];

async function membersOf(executor: Executor, shipmentIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await queryRows(
    executor,
    memberSchema,
    sql`select shipment_id as "shipmentId", id from containers
      where shipment_id = any(${sql.param([...shipmentIds])}::text[])`,
  );
  const members = new Map<string, string[]>();
  for (const { shipmentId, id } of rows) members.set(shipmentId, [...(members.get(shipmentId) ?? []), id]);
  return members;
}

const asShared = ({ id, name, kind, bytes, createdAt, links }: DocumentRecord): SharedDocument => ({
  id,
  name,
  kind,
  bytes,
  createdAt,
  about: links.map(({ type, number }) => (type === "container" ? formatContainerNumber(number) : number)),
});

/**
 * Returns the documents of the shown containers that concern nothing else: each container that a document is linked to,
 * and each container of its shipments, must be visible to the reader. Other documents can name other customers.
 */
async function listDocuments(
  executor: Executor,
  shown: readonly string[],
  visibleOf: VisibleOf,
): Promise<SharedDocument[]> {
  if (shown.length === 0) return [];
  const documents = await listDocumentsOfContainers(executor, shown, {
    types: SHARED_DOCUMENT_TYPES,
    mediaTypes: SHARED_MEDIA_TYPES,
  });
  const members = await membersOf(executor, linkedIds(documents, "shipment"));
  const visible = await visibleOf([...linkedIds(documents, "container"), ...[...members.values()].flat()]);
  const isVisible = ({ type, id }: DocumentLink): boolean => {
    const ids = type === "container" ? [id] : (members.get(id) ?? []);
    return ids.length > 0 && ids.every((each) => visible.has(each));
  };
  return documents
    .filter(({ links }) => links.every(isVisible))
    .slice(0, MAX_DOCUMENTS)
    .map(asShared);
}

/** The documents that a link shows at `now`. None without the right, or in the driver view. */
export async function listLinkDocuments(
  executor: Executor,
  { about, view, documents }: Pick<ShareSettings, "about" | "view" | "documents">,
  now: Date,
): Promise<SharedDocument[]> {
  if (!documents || view !== "customer") return [];
  const shown = await sharedContainerIds(executor, about, now);
  return listDocuments(executor, shown, async () => new Set(shown));
}

/** The documents of a container that its customer may see. None without the right, or for another customer's container. */
export async function listCustomerDocuments(
  executor: Executor,
  userId: string,
  containerId: string,
): Promise<SharedDocument[]> {
  const [sees] = await queryColumn(
    executor,
    z.boolean(),
    sql`select sees_documents from users where id = ${userId}::uuid`,
  );
  if (!sees || !(await isCustomersContainer(executor, userId, containerId))) return [];
  return listDocuments(executor, [containerId], (ids) => customersContainers(executor, userId, ids));
}
