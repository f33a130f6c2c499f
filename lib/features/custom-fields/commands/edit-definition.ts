import { z } from "zod";
import { recordDone } from "@/lib/auth/audit/record-outcome";
import { type CommandContext, command } from "@/lib/auth/commands/command";
import { createDefinitionSchema, editDefinitionSchema } from "@/lib/contract/custom-field-requests";
import type { Visibility } from "@/lib/domain/visibility";
import { applyResponse, forgetRecord } from "@/lib/mirror/apply/apply-response";
import { AppError } from "@/lib/platform/errors";
import { showDone } from "@/lib/sync/fetch-queue/apply-or-enqueue";
import { freshRecord } from "@/lib/sync/records/read-supplementary-now";
import { pathOf } from "@/lib/tracking-client/client";
import { createOnce } from "@/lib/tracking-client/idempotent-create";
import { eachPage } from "@/lib/tracking-client/pagination";

const FOLDER = "custom_field_definitions";
const GONE = "Another user deleted this custom field.";

const recordOf = (id: string) => ({ type: "custom_field_definition", id });

/** Fetches a definition with its options from the service and stores it in the mirror. */
export const freshDefinition = (ctx: CommandContext, id: string) =>
  freshRecord(
    ctx,
    { type: "custom_field_definition", id },
    { path: pathOf(FOLDER, id), parameters: { include: "options" }, gone: GONE },
  );

/**
 * Creates a custom field definition and returns its id. Throws the service's own refusal for `display_name` and
 * `api_slug`.
 */
export const createDefinition = command(
  { right: "administer", input: createDefinitionSchema.shape.data.shape.attributes },
  async (ctx, attributes): Promise<{ id: string; visibility: Visibility }> => {
    const { db, tracking } = ctx;
    const body = createDefinitionSchema.parse({ data: { type: "custom_field_definition", attributes } });
    const { document, sentAt } = await createOnce(tracking, FOLDER, body, async () => {
      const requested = { "filter[entity_type]": attributes.entity_type };
      for await (const { document: list } of eachPage(tracking, FOLDER, requested)) {
        const found = list.data.find(
          (one) =>
            one.attributes?.display_name === attributes.display_name.trim() &&
            one.attributes.data_type === attributes.data_type,
        );
        if (found) return found;
      }
      return null;
    });
    const { id } = document.data;
    const { display_name: name, entity_type: entityType, data_type: dataType } = attributes;
    await recordDone(ctx, {
      action: "custom_field_definition.created",
      record: recordOf(id),
      data: { name, dataType, entityType },
    });
    return { id, visibility: await showDone(db, () => applyResponse(db, document, sentAt), null) };
  },
);

/** The editable attributes of a definition, before and after the edit. A description of "" means none. */
export const definitionEditSchema = z.object({
  id: z.string().min(1).max(200),
  before: z.object({ name: z.string(), description: z.string() }),
  name: z.string().trim().min(1, { error: "Enter a name." }).max(255, { error: "At most 255 characters." }),
  description: z.string().trim().max(1_000, { error: "At most 1,000 characters." }),
});

/**
 * Changes the name and description of a definition. Throws `changed_meanwhile` with a message when it differs from the
 * version that the user saw.
 */
export const editDefinition = command(
  { right: "administer", input: definitionEditSchema },
  async (ctx, { id, before, name, description }): Promise<Visibility> => {
    const { db, tracking } = ctx;
    const { attributes } = await freshDefinition(ctx, id);
    const now = {
      name: String(attributes?.display_name ?? ""),
      description: String(attributes?.description ?? ""),
    };
    if (now.name !== before.name || now.description !== before.description)
      throw new AppError(
        "changed_meanwhile",
        `Another user changed it. Current name: “${now.name}”${now.description ? `, description: “${now.description}”` : ""}. Your edits are kept. Save again to overwrite.`,
      );
    const body = editDefinitionSchema.parse({
      data: {
        type: "custom_field_definition",
        id,
        attributes: { display_name: name, description: description || null },
      },
    });
    const { document, sentAt } = await tracking.edit(pathOf(FOLDER, id), body);
    await recordDone(ctx, {
      action: "custom_field_definition.changed",
      record: recordOf(id),
      data: { before: now.name, after: name },
    });
    return showDone(db, () => applyResponse(db, document, sentAt), null);
  },
);

/** Deletes a definition with its options and all its values. A definition that no longer exists counts as deleted. */
export const removeDefinition = command(
  { right: "administer", input: z.object({ id: z.string().min(1).max(200) }) },
  async (ctx, { id }): Promise<Visibility> => {
    const { db, tracking } = ctx;
    await tracking.remove(pathOf(FOLDER, id));
    await recordDone(ctx, { action: "custom_field_definition.deleted", record: recordOf(id) });
    return showDone(db, () => forgetRecord(db, "custom_field_definition", id), null);
  },
);
