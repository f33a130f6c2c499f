import { z } from "zod";
import { recordDone } from "@/lib/auth/audit/record-outcome";
import { whoStored } from "@/lib/auth/audit/who-stored";
import { type CommandContext, command } from "@/lib/auth/commands/command";
import { oneAtATime } from "@/lib/auth/commands/one-at-a-time";
import { readTextList } from "@/lib/contract/reading/read-lists";
import { editContainerSchema, editShipmentSchema } from "@/lib/contract/request-bodies";
import type { ShipmentAttributes } from "@/lib/contract/shipment";
import type { Container } from "@/lib/domain/container/container-facts";
import type { Visibility } from "@/lib/domain/visibility";
import { findShipment } from "@/lib/features/shipments/queries/shipment-page";
import { applyResponse } from "@/lib/mirror/apply/apply-response";
import { loadContainers } from "@/lib/mirror/load-containers";
import type { Executor } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import { showDone } from "@/lib/sync/fetch-queue/apply-or-enqueue";
import { pathOf } from "@/lib/tracking-client/client";

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

const recordSchema = z.object({ type: z.enum(["container", "shipment"]), id: z.string().min(1).max(200) });
type EditedRecord = z.infer<typeof recordSchema>;

const shipmentListOf = (attributes: ShipmentAttributes | undefined, list: ShipmentListName) =>
  (list === "shipmentReferences" ? attributes?.ref_numbers : attributes?.tags) ?? [];

const listOf = (container: Container, list: ListName): readonly string[] =>
  list === "containerReferences"
    ? (container.attributes.ref_numbers ?? [])
    : shipmentListOf(container.shipment?.attributes, list);

/** Returns a list of a container or a shipment as stored in the mirror. */
export async function findList(
  executor: Executor,
  { type, id }: EditedRecord,
  list: ListName,
): Promise<readonly string[]> {
  if (type === "container") {
    const [container] = await loadContainers(executor, [id]);
    return container ? listOf(container, list) : [];
  }
  return shipmentListOf((await findShipment(executor, id)) ?? undefined, shipmentListName(list));
}

function shipmentListName(list: ListName): ShipmentListName {
  if (list === "containerReferences")
    throw new AppError("bad_input", "A shipment has no references of a container.");
  return list;
}

const LABELS: Record<ListName, string> = {
  containerReferences: "the references of this container",
  shipmentReferences: "the references of the shipment",
  shipmentTags: "the tags of the shipment",
};

type Change = { before: readonly string[]; after: readonly string[] };

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, index) => text === other[index]);

/** Throws the error with what another user stored. */
async function requireSeen(
  executor: Executor,
  { type, id, list }: EditedRecord & { list: ListName },
  now: readonly string[],
  before: readonly string[],
): Promise<void> {
  if (isSameList(now, before)) return;
  const isTags = list === "shipmentTags";
  const action = isTags ? "tags.changed" : "references.changed";
  const { by, at } = await whoStored(executor, { type, id }, { action, key: "after", value: now });
  const name = isTags ? "tags" : "references";
  throw new AppError(
    "changed_meanwhile",
    `${by ?? "Another user"} changed ${LABELS[list]}: ${now.join(", ") || "none"}. Your edits are kept. Save again to overwrite.`,
    {
      stored: {
        by,
        at,
        what: now.length > 0 ? `set the ${name} to ${now.join(", ")}` : `removed the ${name}`,
        seen: { before: now },
      },
    },
  );
}

/** Sends a list whole to the service, with `id` of the container for its references, else of the shipment. */
async function writeList(
  ctx: CommandContext,
  id: string,
  list: ListName,
  { before, after }: Change,
): Promise<Visibility> {
  const { db, tracking, actor } = ctx;
  const isTags = list === "shipmentTags";
  const attributes = isTags ? { tags: [...after] } : { ref_numbers: [...after] };
  const type = list === "containerReferences" ? "container" : "shipment";
  const { document, sentAt } =
    type === "container"
      ? await tracking.edit("containers", editContainerSchema.parse({ data: { type, id, attributes } }))
      : await tracking.edit(
          pathOf("shipments", id),
          editShipmentSchema.parse({ data: { type, id, attributes } }),
        );
  await recordDone(ctx, {
    action: isTags ? "tags.changed" : "references.changed",
    record: { type, id },
    data: { before: [...before], after: [...after] },
  });
  return showDone(db, () => applyResponse(db, document, sentAt, actor.userId), { type, id });
}

const texts = z.array(z.string());
const editSchema = z.object({
  on: recordSchema,
  list: z.enum(LIST_NAMES),
  /** The list as displayed to the user before the edit. */
  before: texts,
  after: texts,
});

/**
 * Replaces a list of references or tags of a container, its shipment or a shipment, first at the service. Throws
 * `changed_meanwhile` with a message when the list is not the one displayed to the user, and the error of the service
 * (422).
 */
export const editList = command(
  { right: "dispatch", input: editSchema },
  async (ctx, { on, list, before, after }): Promise<Visibility> => {
    const record = await recordOfList(ctx.db, on, list);
    return oneAtATime(ctx, `list ${record.id} ${list}`, async () => {
      const now = await findList(ctx.db, on, list);
      // An edit without a response is sent again.
      if (isSameList(now, after) && !isSameList(now, before)) return "now";
      await requireSeen(ctx.db, { ...record, list }, now, before);
      return writeList(ctx, record.id, list, { before, after });
    });
  },
);

/** The record that has the list at the service. Throws `not_found`, and `bad_input` for a container without a shipment. */
async function recordOfList(executor: Executor, on: EditedRecord, list: ListName): Promise<EditedRecord> {
  if (on.type === "shipment") {
    shipmentListName(list);
    if (!(await findShipment(executor, on.id)))
      throw new AppError("not_found", "This shipment was not found.");
    return on;
  }
  const [container] = await loadContainers(executor, [on.id]);
  if (!container) throw new AppError("not_found", "This container was not found.");
  if (list === "containerReferences") return on;
  if (!container.shipment)
    throw new AppError("bad_input", "This container has no shipment yet, so there is nothing to edit.");
  return { type: "shipment", id: container.shipment.id };
}

/**
 * Fetches a list from the service, because sending an old list whole would remove entries that were added meanwhile.
 * Throws `service_answer_unreadable` when the list cannot be read: sending it back would remove its entries.
 */
async function fetchList({ tracking }: CommandContext, id: string, list: ListName): Promise<string[]> {
  const folder = list === "containerReferences" ? "containers" : "shipments";
  const { document } = await tracking.getItem(pathOf(folder, id));
  const { tags, ref_numbers } = document.data.attributes ?? {};
  const sent = (list === "shipmentTags" ? tags : ref_numbers) ?? [];
  const { value } = readTextList(sent);
  const read = texts.safeParse(value);
  if (read.success) return read.data;
  throw new AppError(
    "service_answer_unreadable",
    `Could not read ${LABELS[list]} at the tracking service. Nothing was changed.`,
  );
}

const changeSchema = z.object({
  /** Of the container for its references, else of the shipment. */
  id: z.string().min(1).max(200),
  list: z.enum(["containerReferences", "shipmentTags"]),
  texts,
  adds: z.boolean(),
  /** The list when the user requested the change. */
  seen: texts,
  /** Whether an earlier attempt may have succeeded. Its changes belong to this one, so that undo reverts them too. */
  mayBeDone: z.boolean().default(false),
});

/**
 * Adds texts to a list or removes them. The other entries stay as the service has them now. Returns the texts of this
 * change, none if nothing was to change, and the list after it. Throws the error of the service (422).
 */
export const changeEntries = command(
  { right: "dispatch", input: changeSchema },
  async (
    ctx,
    { id, list, texts, adds, seen, mayBeDone },
  ): Promise<{ changed: string[]; after: string[]; visibility: Visibility }> => {
    const now = await fetchList(ctx, id, list);
    const meant = texts.filter((text) => now.includes(text) !== adds);
    const earlier = mayBeDone
      ? texts.filter((text) => !meant.includes(text) && seen.includes(text) !== adds)
      : [];
    const after = adds ? [...now, ...meant] : now.filter((text) => !meant.includes(text));
    const visibility = meant.length > 0 ? await writeList(ctx, id, list, { before: now, after }) : "now";
    return { changed: [...meant, ...earlier], after, visibility };
  },
);
