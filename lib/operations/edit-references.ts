import { z } from "zod";
import { requireSession } from "@/lib/auth/session";
import { editContainerSchema, editShipmentSchema } from "@/lib/contract/requests";
import { db } from "@/lib/db/client";
import type { Box } from "@/lib/dispatch/box";
import { AppError } from "@/lib/errors";
import { applyAnswer } from "@/lib/mirror/apply-answer";
import { loadBoxes } from "@/lib/mirror/boxes";
import { clientForPerson } from "@/lib/tracking/account";
import { pathOf } from "@/lib/tracking/client";
import { type Shown, showDone } from "./show-done";

/** A list of short texts as somebody wants it: trimmed, without empty ones, each once. */
export const shortListSchema = z
  .array(z.string().trim().max(300, { error: "At most 300 characters each." }))
  .max(100, { error: "At most 100 of them." })
  .transform((list) => [...new Set(list.filter(Boolean))]);

/** What can be edited of a box: its own references, or those of its shipment, which concern all its boxes. */
export const LIST_NAMES = ["containerReferences", "shipmentReferences", "shipmentTags"] as const;
export type ListName = (typeof LIST_NAMES)[number];

/** `before` is the list as it was looked at; null when nobody says. */
export type ListEdit = {
  containerId: string;
  list: ListName;
  before: readonly string[];
  after: readonly string[];
};

function listOf(box: Box, list: ListName): readonly string[] {
  const shipment = box.shipment?.attributes;
  if (list === "containerReferences") return box.container.ref_numbers ?? [];
  return (list === "shipmentReferences" ? shipment?.ref_numbers : shipment?.tags) ?? [];
}

/** A list as the mirror holds it. */
export async function findList(containerId: string, list: ListName): Promise<readonly string[]> {
  const [box] = await loadBoxes(db(), [containerId]);
  return box ? listOf(box, list) : [];
}

const WORDS: Record<ListName, string> = {
  containerReferences: "the references of this container",
  shipmentReferences: "the references of the shipment",
  shipmentTags: "the tags of the shipment",
};

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, index) => text === other[index]);

/**
 * Puts a list of references or tags in the place of the one before, at the service first. Throws `changed_meanwhile`
 * in words when the list is another one than was looked at, and the service's own refusal (422).
 */
export async function editList({ containerId, list, before, after }: ListEdit): Promise<Shown> {
  await requireSession();
  const [box] = await loadBoxes(db(), [containerId]);
  if (!box) throw new AppError("not_found", "The desk does not hold this container.");
  const now = listOf(box, list);
  if (!same(now, before))
    throw new AppError(
      "changed_meanwhile",
      `Meanwhile somebody changed ${WORDS[list]}: ${now.join(", ") || "none"}. What you typed still stands here: save again to put it in their place.`,
    );
  const client = clientForPerson();
  if (list === "containerReferences") {
    const body = editContainerSchema.parse({
      data: { type: "container", id: containerId, attributes: { ref_numbers: [...after] } },
    });
    const { document, sentAt } = await client.edit("containers", body);
    return showDone(() => applyAnswer(db(), document, sentAt), { type: "container", id: containerId });
  }
  const id = box.shipment?.id;
  if (!id)
    throw new AppError("bad_input", "This container has no shipment yet, so there is nothing to edit.");
  const attributes = list === "shipmentTags" ? { tags: [...after] } : { ref_numbers: [...after] };
  const body = editShipmentSchema.parse({ data: { type: "shipment", id, attributes } });
  const { document, sentAt } = await client.edit(pathOf("shipments", id), body);
  return showDone(() => applyAnswer(db(), document, sentAt), { type: "shipment", id });
}
