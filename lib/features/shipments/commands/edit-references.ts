import { z } from "zod";
import type { Actor } from "@/lib/auth/audit/audit-log";
import { recordDone } from "@/lib/auth/audit/record-outcome";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { editContainerSchema, editShipmentSchema } from "@/lib/contract/request-bodies";
import type { ShipmentAttributes } from "@/lib/contract/shipment";
import type { Container } from "@/lib/domain/container/container-facts";
import type { Visibility } from "@/lib/domain/visibility";
import { findShipment } from "@/lib/features/shipments/queries/shipment-page";
import { applyResponse } from "@/lib/mirror/apply/apply-response";
import { loadContainers } from "@/lib/mirror/load-containers";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import { showDone } from "@/lib/sync/fetch-queue/apply-or-enqueue";
import { pathOf } from "@/lib/tracking-client/client";
import { clientForUser } from "@/lib/tracking-client/open-client";

/** A list of short texts: trimmed, without empty texts and duplicates. */
export const shortListSchema = z
  .array(z.string().trim().max(300, { error: "At most 300 characters each." }))
  .max(100, { error: "At most 100 entries." })
  .transform((list) => [...new Set(list.filter(Boolean))]);

/**
 * The lists that can be edited for a container: its own references, and the references and tags of its shipment, which
 * apply to all its containers.
 */
export const LIST_NAMES = ["containerReferences", "shipmentReferences", "shipmentTags"] as const;
export type ListName = (typeof LIST_NAMES)[number];
/** The lists that can be edited for a shipment. */
export const SHIPMENT_LIST_NAMES = ["shipmentReferences", "shipmentTags"] as const;
export type ShipmentListName = (typeof SHIPMENT_LIST_NAMES)[number];

type Change = {
  /** The list as displayed to the user before the edit. */
  before: readonly string[];
  after: readonly string[];
};
export type ListEdit = Change & { containerId: string; list: ListName };
export type ShipmentListEdit = Change & { shipmentId: string; list: ShipmentListName };

const shipmentListOf = (attributes: ShipmentAttributes | undefined, list: ShipmentListName) =>
  (list === "shipmentReferences" ? attributes?.ref_numbers : attributes?.tags) ?? [];

const listOf = (container: Container, list: ListName): readonly string[] =>
  list === "containerReferences"
    ? (container.attributes.ref_numbers ?? [])
    : shipmentListOf(container.shipment?.attributes, list);

/** Returns a list of a container as stored in the mirror. */
export async function findList(containerId: string, list: ListName): Promise<readonly string[]> {
  const [container] = await loadContainers(db(), [containerId]);
  return container ? listOf(container, list) : [];
}

/** Returns a list of a shipment as stored in the mirror. */
export async function findShipmentList(
  shipmentId: string,
  list: ShipmentListName,
): Promise<readonly string[]> {
  return shipmentListOf((await findShipment(db(), shipmentId)) ?? undefined, list);
}

const LABELS: Record<ListName, string> = {
  containerReferences: "the references of this container",
  shipmentReferences: "the references of the shipment",
  shipmentTags: "the tags of the shipment",
};

function requireSeen(list: ListName, now: readonly string[], before: readonly string[]): void {
  if (now.length === before.length && now.every((text, index) => text === before[index])) return;
  throw new AppError(
    "changed_meanwhile",
    `Another user changed ${LABELS[list]}: ${now.join(", ") || "none"}. Your edits are kept. Save again to overwrite.`,
  );
}

const ACTIONS: Record<ListName, string> = {
  containerReferences: "changed references",
  shipmentReferences: "changed references",
  shipmentTags: "changed tags",
};

async function recordList(by: Actor, id: string, list: ListName, { before, after }: Change): Promise<void> {
  const record = { type: list === "containerReferences" ? "container" : "shipment", id };
  const detail = `${before.join(", ") || "none"} → ${after.join(", ") || "none"}`;
  await recordDone(by, { action: ACTIONS[list], record, detail });
}

async function reportShipment(
  by: Actor,
  id: string,
  list: ShipmentListName,
  change: Change,
): Promise<Visibility> {
  const { after } = change;
  const attributes = list === "shipmentTags" ? { tags: [...after] } : { ref_numbers: [...after] };
  const body = editShipmentSchema.parse({ data: { type: "shipment", id, attributes } });
  const { document, sentAt } = await clientForUser().edit(pathOf("shipments", id), body);
  await recordList(by, id, list, change);
  return showDone(() => applyResponse(db(), document, sentAt), { type: "shipment", id });
}

/**
 * Replaces a list of references or tags, first at the service. Throws `changed_meanwhile` with a message when the list
 * is not the one displayed to the user, and the error of the service (422).
 */
export async function editList({ containerId, list, before, after }: ListEdit): Promise<Visibility> {
  const by = await requireSession("dispatch");
  const [container] = await loadContainers(db(), [containerId]);
  if (!container) throw new AppError("not_found", "This container was not found.");
  requireSeen(list, listOf(container, list), before);
  if (list === "containerReferences") {
    const body = editContainerSchema.parse({
      data: { type: "container", id: containerId, attributes: { ref_numbers: [...after] } },
    });
    const { document, sentAt } = await clientForUser().edit("containers", body);
    await recordList(by, containerId, list, { before, after });
    return showDone(() => applyResponse(db(), document, sentAt), { type: "container", id: containerId });
  }
  const id = container.shipment?.id;
  if (!id)
    throw new AppError("bad_input", "This container has no shipment yet, so there is nothing to edit.");
  return reportShipment(by, id, list, { before, after });
}

/** Does the same for a list of a shipment, edited on the shipment page. */
export async function editShipmentList({
  shipmentId,
  list,
  before,
  after,
}: ShipmentListEdit): Promise<Visibility> {
  const by = await requireSession("dispatch");
  const attributes = await findShipment(db(), shipmentId);
  if (!attributes) throw new AppError("not_found", "This shipment was not found.");
  requireSeen(list, shipmentListOf(attributes, list), before);
  return reportShipment(by, shipmentId, list, { before, after });
}
