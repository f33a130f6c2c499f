import { z } from "zod";
import { recordDone } from "@/lib/auth/audit/record-outcome";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import {
  createDefinitionSchema,
  editDefinitionSchema,
  type NewDefinition,
} from "@/lib/contract/custom-field-requests";
import type { Visibility } from "@/lib/domain/visibility";
import { applyResponse, forgetRecord } from "@/lib/mirror/apply/apply-response";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import { showDone } from "@/lib/sync/fetch-queue/apply-or-enqueue";
import { freshRecord } from "@/lib/sync/records/read-supplementary-now";
import { pathOf } from "@/lib/tracking-client/client";
import { createOnce } from "@/lib/tracking-client/idempotent-create";
import { clientForUser } from "@/lib/tracking-client/open-client";
import { eachPage } from "@/lib/tracking-client/pagination";

const FOLDER = "custom_field_definitions";
const GONE = "Another user deleted this custom field.";

const recordOf = (id: string) => ({ type: "custom_field_definition", id });

/** Fetches a definition with its options from the service and stores it in the mirror. */
export const freshDefinition = (id: string) =>
  freshRecord(
    { type: "custom_field_definition", id },
    { path: pathOf(FOLDER, id), parameters: { include: "options" }, gone: GONE },
  );

/**
 * Creates a custom field definition and returns its id. Throws the service's own refusal for `display_name` and
 * `api_slug`.
 */
export async function createDefinition(
  attributes: NewDefinition,
): Promise<{ id: string; visibility: Visibility }> {
  const by = await requireSession("administer");
  const client = clientForUser();
  const body = createDefinitionSchema.parse({ data: { type: "custom_field_definition", attributes } });
  const { document, sentAt } = await createOnce(client, FOLDER, body, async () => {
    const requested = { "filter[entity_type]": attributes.entity_type };
    for await (const { document: list } of eachPage(client, FOLDER, requested)) {
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
  const { display_name, entity_type, data_type } = attributes;
  const detail = `${display_name} (${data_type} of ${entity_type})`;
  await recordDone(by, { action: "defined a custom field", record: recordOf(id), detail });
  return { id, visibility: await showDone(() => applyResponse(db(), document, sentAt), null) };
}

/** The editable attributes of a definition, before and after the edit. A description of "" means none. */
export const definitionEditSchema = z.object({
  id: z.string().min(1).max(200),
  before: z.object({ name: z.string(), description: z.string() }),
  name: z.string().trim().min(1, { error: "Enter a name." }).max(255, { error: "At most 255 characters." }),
  description: z.string().trim().max(1_000, { error: "At most 1,000 characters." }),
});
export type DefinitionEdit = z.infer<typeof definitionEditSchema>;

/**
 * Changes the name and description of a definition. Throws `changed_meanwhile` with a message when it differs from the
 * version that the user saw.
 */
export async function editDefinition({ id, before, name, description }: DefinitionEdit): Promise<Visibility> {
  const by = await requireSession("administer");
  const { attributes } = await freshDefinition(id);
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
  const { document, sentAt } = await clientForUser().edit(pathOf(FOLDER, id), body);
  const detail = now.name === name ? name : `${now.name} → ${name}`;
  await recordDone(by, { action: "changed a custom field’s definition", record: recordOf(id), detail });
  return showDone(() => applyResponse(db(), document, sentAt), null);
}

/** Deletes a definition with its options and all its values. A definition that no longer exists counts as deleted. */
export async function removeDefinition(id: string): Promise<Visibility> {
  const by = await requireSession("administer");
  await clientForUser().remove(pathOf(FOLDER, id));
  await recordDone(by, { action: "deleted a custom field’s definition", record: recordOf(id) });
  return showDone(() => forgetRecord(db(), "custom_field_definition", id), null);
}
