import { z } from "zod";
import { recordDone } from "@/lib/auth/audit/record-outcome";
import { type CommandContext, command } from "@/lib/auth/commands/command";
import { createOptionSchema, editOptionSchema } from "@/lib/contract/custom-field-requests";
import type { Visibility } from "@/lib/domain/visibility";
import { listDefinitions } from "@/lib/features/custom-fields/queries/definitions";
import type { FieldOption } from "@/lib/features/custom-fields/rules/custom-field";
import { applyResponse, forgetRecord } from "@/lib/mirror/apply/apply-response";
import { AppError } from "@/lib/platform/errors";
import { showDone } from "@/lib/sync/fetch-queue/apply-or-enqueue";
import { pathOf } from "@/lib/tracking-client/client";
import { createOnce } from "@/lib/tracking-client/idempotent-create";
import { eachPage } from "@/lib/tracking-client/pagination";
import { freshDefinition } from "./edit-definition";

const idSchema = z.string().min(1).max(200);
export const optionLabelSchema = z
  .string()
  .trim()
  .min(1, { error: "Enter a name." })
  .max(255, { error: "At most 255 characters." });

const optionsPath = (definitionId: string, ...parts: string[]) =>
  pathOf("custom_field_definitions", definitionId, "options", ...parts);

const recordOf = (id: string) => ({ type: "custom_field_definition", id });

/** Fetches the options of a definition in their order. */
async function freshOptions(ctx: CommandContext, definitionId: string): Promise<FieldOption[]> {
  await freshDefinition(ctx, definitionId);
  const definition = (await listDefinitions(ctx.db)).find(({ id }) => id === definitionId);
  return definition?.options ?? [];
}

/** Refetches a definition to show its present options. The definition itself contains them. */
const showOptions = (ctx: CommandContext, definitionId: string): Promise<Visibility> =>
  showDone(
    ctx.db,
    async () => {
      await freshDefinition(ctx, definitionId);
    },
    null,
  );

/**
 * Adds options after the existing ones, in this order. Throws the service's own refusal of the first rejected option.
 */
export const addOptions = command(
  { right: "administer", input: z.object({ definitionId: idSchema, labels: z.array(z.string()) }) },
  async (ctx, { definitionId, labels }): Promise<Visibility> => {
    const { db, tracking } = ctx;
    const path = optionsPath(definitionId);
    try {
      for (const label of labels) {
        const attributes = { label };
        const body = createOptionSchema.parse({ data: { type: "custom_field_option", attributes } });
        const { document, sentAt } = await createOnce(tracking, path, body, async () => {
          for await (const { document: list } of eachPage(tracking, path)) {
            const found = list.data.find(({ attributes }) => attributes?.value === label);
            if (found) return found;
          }
          return null;
        });
        await recordDone(ctx, {
          action: "custom_field_option.added",
          record: recordOf(definitionId),
          data: { option: label },
        });
        await showDone(db, () => applyResponse(db, document, sentAt), null);
      }
    } catch (error) {
      await showOptions(ctx, definitionId);
      throw error;
    }
    return showOptions(ctx, definitionId);
  },
);

export const optionSchema = z.object({ definitionId: idSchema, optionId: idSchema });
type OptionId = z.infer<typeof optionSchema>;

/** Fetches the present option. Throws `not_found` with a message when another user deleted it. */
async function requireOption(
  ctx: CommandContext,
  { definitionId, optionId }: OptionId,
): Promise<FieldOption> {
  const option = (await freshOptions(ctx, definitionId)).find(({ id }) => id === optionId);
  if (!option) throw new AppError("not_found", "Another user deleted this option.");
  return option;
}

async function writeOption(
  { db, tracking }: CommandContext,
  { definitionId, optionId }: OptionId,
  attributes: { label?: string; position?: number },
): Promise<Visibility> {
  const body = editOptionSchema.parse({ data: { type: "custom_field_option", id: optionId, attributes } });
  const { document, sentAt } = await tracking.edit(optionsPath(definitionId, optionId), body);
  return showDone(db, () => applyResponse(db, document, sentAt), null);
}

/** Changes the label of an option. The value stored in fields stays. Throws `changed_meanwhile` with a message. */
export const renameOption = command(
  { right: "administer", input: optionSchema.extend({ before: z.string(), label: optionLabelSchema }) },
  async (ctx, { before, label, ...option }): Promise<Visibility> => {
    const now = await requireOption(ctx, option);
    if (now.label !== before)
      throw new AppError(
        "changed_meanwhile",
        `Another user renamed it to “${now.label}”. Your edits are kept. Save again to overwrite.`,
      );
    const visibility = await writeOption(ctx, option, { label });
    await recordDone(ctx, {
      action: "custom_field_option.renamed",
      record: recordOf(option.definitionId),
      data: { before, after: label },
    });
    return visibility;
  },
);

const moveSchema = optionSchema.extend({
  /** The ids in the order that the user saw. */
  before: z.array(z.string()),
  by: z.union([z.literal(-1), z.literal(1)]),
});

/**
 * Moves an option one position up or down. Throws `changed_meanwhile` with a message when the order differs from the
 * one that the user saw.
 */
export const moveOption = command(
  { right: "administer", input: moveSchema },
  async (ctx, { definitionId, optionId, before, by }): Promise<Visibility> => {
    const options = await freshOptions(ctx, definitionId);
    const ids = options.map(({ id }) => id);
    if (ids.join("\n") !== before.join("\n"))
      throw new AppError("changed_meanwhile", "Another user changed the options. The current list is shown.");
    const at = ids.indexOf(optionId);
    const other = ids[at + by];
    if (at < 0 || other === undefined) return "now";
    ids[at + by] = optionId;
    ids[at] = other;
    // Positions may have gaps or duplicates. Only writing all of them in sequence guarantees the order.
    let visibility: Visibility = "now";
    const placeOf = new Map(options.map(({ id, position }) => [id, position]));
    for (const [position, id] of ids.entries())
      if (placeOf.get(id) !== position)
        visibility = await writeOption(ctx, { definitionId, optionId: id }, { position });
    await recordDone(ctx, {
      action: "custom_field_option.moved",
      record: recordOf(definitionId),
      data: { option: options[at]?.label ?? "" },
    });
    return visibility;
  },
);

/**
 * Deletes an option that no field uses. The service refuses to delete any other. An option that no longer exists counts
 * as deleted.
 */
export const removeOption = command(
  { right: "administer", input: optionSchema },
  async (ctx, { definitionId, optionId }): Promise<Visibility> => {
    await ctx.tracking.remove(optionsPath(definitionId, optionId));
    await recordDone(ctx, {
      action: "custom_field_option.deleted",
      record: recordOf(definitionId),
      data: { option: optionId },
    });
    await showDone(ctx.db, () => forgetRecord(ctx.db, "custom_field_option", optionId), null);
    return showOptions(ctx, definitionId);
  },
);
