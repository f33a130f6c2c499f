import { z } from "zod";
import type { Actor } from "@/lib/auth/audit/audit-log";
import { recordDone } from "@/lib/auth/audit/record-outcome";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { createOptionSchema, editOptionSchema } from "@/lib/contract/custom-field-requests";
import type { Visibility } from "@/lib/domain/visibility";
import { listDefinitions } from "@/lib/features/custom-fields/queries/definitions";
import type { FieldOption } from "@/lib/features/custom-fields/rules/custom-field";
import { applyResponse, forgetRecord } from "@/lib/mirror/apply/apply-response";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import { showDone } from "@/lib/sync/fetch-queue/apply-or-enqueue";
import { pathOf } from "@/lib/tracking-client/client";
import { createOnce } from "@/lib/tracking-client/idempotent-create";
import { clientForUser } from "@/lib/tracking-client/open-client";
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

const recordOption = (by: Actor, action: string, definitionId: string, detail: string) =>
  recordDone(by, { action, record: { type: "custom_field_definition", id: definitionId }, detail });

/** Fetches the options of a definition in their order. */
async function freshOptions(definitionId: string): Promise<FieldOption[]> {
  await freshDefinition(definitionId);
  const definition = (await listDefinitions(db())).find(({ id }) => id === definitionId);
  return definition?.options ?? [];
}

/** Refetches a definition to show its present options. The definition itself contains them. */
const showOptions = (definitionId: string): Promise<Visibility> =>
  showDone(async () => {
    await freshDefinition(definitionId);
  }, null);

/**
 * Adds options after the existing ones, in this order. Throws the service's own refusal of the first rejected option.
 */
export async function addOptions(definitionId: string, labels: readonly string[]): Promise<Visibility> {
  const by = await requireSession("administer");
  const client = clientForUser();
  const path = optionsPath(definitionId);
  try {
    for (const label of labels) {
      const body = createOptionSchema.parse({ data: { type: "custom_field_option", attributes: { label } } });
      const { document, sentAt } = await createOnce(client, path, body, async () => {
        for await (const { document: list } of eachPage(client, path)) {
          const found = list.data.find(({ attributes }) => attributes?.value === label);
          if (found) return found;
        }
        return null;
      });
      await recordOption(by, "added an option to a custom field", definitionId, label);
      await showDone(() => applyResponse(db(), document, sentAt), null);
    }
  } catch (error) {
    await showOptions(definitionId);
    throw error;
  }
  return showOptions(definitionId);
}

export const optionSchema = z.object({ definitionId: idSchema, optionId: idSchema });
type OptionId = z.infer<typeof optionSchema>;

/** Fetches the present option. Throws `not_found` with a message when another user deleted it. */
async function requireOption({ definitionId, optionId }: OptionId): Promise<FieldOption> {
  const option = (await freshOptions(definitionId)).find(({ id }) => id === optionId);
  if (!option) throw new AppError("not_found", "Another user deleted this option.");
  return option;
}

async function writeOption(
  { definitionId, optionId }: OptionId,
  attributes: { label?: string; position?: number },
): Promise<Visibility> {
  const body = editOptionSchema.parse({ data: { type: "custom_field_option", id: optionId, attributes } });
  const { document, sentAt } = await clientForUser().edit(optionsPath(definitionId, optionId), body);
  return showDone(() => applyResponse(db(), document, sentAt), null);
}

/** Changes the label of an option. The value stored in fields stays. Throws `changed_meanwhile` with a message. */
export async function renameOption(option: OptionId, before: string, label: string): Promise<Visibility> {
  const by = await requireSession("administer");
  const now = await requireOption(option);
  if (now.label !== before)
    throw new AppError(
      "changed_meanwhile",
      `Another user renamed it to “${now.label}”. Your edits are kept. Save again to overwrite.`,
    );
  const shown = await writeOption(option, { label });
  await recordOption(by, "renamed an option of a custom field", option.definitionId, `${before} → ${label}`);
  return shown;
}

/**
 * Moves an option one position up or down. Throws `changed_meanwhile` with a message when the order differs from the
 * one that the user saw (`before`: the ids in order).
 */
export async function moveOption(
  option: OptionId,
  before: readonly string[],
  by: -1 | 1,
): Promise<Visibility> {
  const mover = await requireSession("administer");
  const options = await freshOptions(option.definitionId);
  const ids = options.map(({ id }) => id);
  if (ids.join("\n") !== before.join("\n"))
    throw new AppError("changed_meanwhile", "Another user changed the options. The current list is shown.");
  const at = ids.indexOf(option.optionId);
  const other = ids[at + by];
  if (at < 0 || other === undefined) return "now";
  ids[at + by] = option.optionId;
  ids[at] = other;
  // Positions may have gaps or duplicates. Only writing all of them in sequence guarantees the order.
  let shown: Visibility = "now";
  const placeOf = new Map(options.map(({ id, position }) => [id, position]));
  for (const [position, optionId] of ids.entries())
    if (placeOf.get(optionId) !== position)
      shown = await writeOption({ definitionId: option.definitionId, optionId }, { position });
  await recordOption(
    mover,
    "moved an option of a custom field",
    option.definitionId,
    options[at]?.label ?? "",
  );
  return shown;
}

/**
 * Deletes an option that no field uses. The service refuses to delete any other. An option that no longer exists counts
 * as deleted.
 */
export async function removeOption({ definitionId, optionId }: OptionId): Promise<Visibility> {
  const by = await requireSession("administer");
  await clientForUser().remove(optionsPath(definitionId, optionId));
  await recordOption(by, "deleted an option of a custom field", definitionId, optionId);
  await showDone(() => forgetRecord(db(), "custom_field_option", optionId), null);
  return showOptions(definitionId);
}
