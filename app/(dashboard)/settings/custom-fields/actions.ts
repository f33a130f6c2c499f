"use server";

import { z } from "zod";
import { dashboardFailure } from "@/app/(dashboard)/_forms/dashboard-failure";
import { formDone } from "@/app/(dashboard)/_forms/form-done";
import { fieldProblems, formFailure } from "@/app/(dashboard)/_forms/form-failure";
import type { FormState } from "@/components/ui/forms/form-state";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { CUSTOM_DATA_TYPES, CUSTOM_ENTITY_TYPES, CUSTOM_REFERENCE_TYPES } from "@/lib/contract/custom-field";
import {
  createDefinition,
  definitionEditSchema,
  editDefinition,
  removeDefinition,
} from "@/lib/features/custom-fields/commands/edit-definition";
import {
  addOptions,
  moveOption,
  optionLabelSchema,
  optionSchema,
  removeOption,
  renameOption,
} from "@/lib/features/custom-fields/commands/edit-options";
import { fetchDefinitions } from "@/lib/features/custom-fields/commands/refresh-definitions";
import { listDefinitions } from "@/lib/features/custom-fields/queries/definitions";
import { type FieldDefinition, takesOptions } from "@/lib/features/custom-fields/rules/custom-field";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";

const idSchema = z.string().min(1).max(200);
const FIELDS = {
  display_name: "name",
  api_slug: "slug",
  description: "description",
  data_type: "dataType",
  entity_type: "entityType",
  reference_type: "referenceType",
};

const optional = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal("").transform(() => undefined), schema]).optional();

const newSchema = z.object({
  name: definitionEditSchema.shape.name,
  entityType: z.enum(CUSTOM_ENTITY_TYPES, { error: "Select what it applies to." }),
  dataType: z.enum(CUSTOM_DATA_TYPES, { error: "Select a data type." }),
  slug: optional(
    z.string().regex(/^[a-z][a-z0-9_]{0,62}$/, {
      error: "Use lowercase letters, digits and underscores. Start with a letter. Maximum 63 characters.",
    }),
  ),
  description: definitionEditSchema.shape.description,
  referenceType: optional(z.enum(CUSTOM_REFERENCE_TYPES)),
});
const labelsSchema = z.array(optionLabelSchema).max(500, { error: "At most 500 options." });

const linesOf = (form: FormData, name: string): string[] => [
  ...new Set(
    String(form.get(name) ?? "")
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

const textsOf = (form: FormData) =>
  Object.fromEntries([...form].filter(([name, value]) => typeof value === "string" && !name.startsWith("$")));

/** Shows Drayboard's own problems at their fields, and other errors with the service's message. */
function failure(error: unknown, form: FormData, fields: Readonly<Record<string, string>>) {
  if (!(error instanceof z.ZodError)) return formFailure(error, form, fields);
  const problems: Record<string, string> = {};
  for (const { path, message } of error.issues) problems[String(path[0])] ??= message;
  return fieldProblems(form, problems);
}

/** The message for a field that was created without some of its options. */
function optionsRefused(error: unknown, form: FormData, name: string): FormState {
  const { problem, fields } = formFailure(error, form, { value: "options", label: "options" });
  const reason = problem ?? fields.options ?? "";
  return {
    done: `${name} was created, but not all of its options were added. ${reason}`.trim(),
    problem: null,
    fields: {},
    values: {},
  };
}

/**
 * Creates a custom field definition. Fields: `name`, `entityType`, `dataType`, `slug` (derived from the name when
 * empty), `description`, `referenceType` for a reference, `options` (one per line) for a choice.
 */
export async function createDefinitionAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("administer");
    const { name, entityType, dataType, slug, description, referenceType } = newSchema.parse(textsOf(form));
    const labels = labelsSchema.safeParse(takesOptions(dataType) ? linesOf(form, "options") : []);
    if (!labels.success)
      return fieldProblems(form, { options: labels.error.issues[0]?.message ?? "Invalid entry." });
    if (dataType === "reference" && !referenceType)
      return fieldProblems(form, { referenceType: "Select a reference type." });
    const { id, visibility: shown } = await createDefinition({
      entity_type: entityType,
      display_name: name,
      data_type: dataType,
      api_slug: slug || undefined,
      description: description || undefined,
      reference_type: dataType === "reference" ? referenceType : undefined,
    });
    if (labels.data.length === 0) return formDone(`${name} created.`, shown);
    try {
      return formDone(`${name} created.`, await addOptions(id, labels.data));
    } catch (error) {
      return optionsRefused(error, form, name);
    }
  } catch (error) {
    return failure(error, form, FIELDS);
  }
}

async function findDefinition(form: FormData): Promise<FieldDefinition | undefined> {
  const id = String(form.get("id") ?? form.get("definitionId") ?? "");
  return (await listDefinitions(db())).find((definition) => definition.id === id);
}

/**
 * Edits the name and description of a definition. Fields: `id`, `beforeName`, `beforeDescription`, `name`,
 * `description`.
 */
export async function editDefinitionAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("administer");
    const { beforeName = "", beforeDescription = "", ...texts } = textsOf(form);
    const before = { name: beforeName, description: beforeDescription };
    const edit = definitionEditSchema.parse({ ...texts, before });
    return formDone(`${edit.name} saved to the tracking service.`, await editDefinition(edit));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "changed_meanwhile")
      return failure(error, form, FIELDS);
    return dashboardFailure(error, form, async () => {
      const now = await findDefinition(form);
      return { beforeName: now?.name ?? "", beforeDescription: now?.description ?? "" };
    });
  }
}

/** Deletes a definition with its options and values. Field: `id`. */
export async function removeDefinitionAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("administer");
    return formDone("Custom field deleted.", await removeDefinition(idSchema.parse(form.get("id"))));
  } catch (error) {
    return formFailure(error, form, {});
  }
}

/** Adds options to a definition. Fields: `definitionId`, `labels` (one per line). */
export async function addOptionsAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("administer");
    const labels = labelsSchema.safeParse(linesOf(form, "labels"));
    if (!labels.success)
      return fieldProblems(form, { labels: labels.error.issues[0]?.message ?? "Invalid entry." });
    if (labels.data.length === 0) return fieldProblems(form, { labels: "Enter at least one, one per line." });
    const shown = await addOptions(idSchema.parse(form.get("definitionId")), labels.data);
    return formDone(
      labels.data.length === 1 ? "Option added." : `${labels.data.length} options added.`,
      shown,
    );
  } catch (error) {
    return formFailure(error, form, { value: "labels", label: "labels" });
  }
}

/** Renames an option. Fields: `definitionId`, `optionId`, `before`, `label`. */
export async function renameOptionAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("administer");
    const label = optionLabelSchema.safeParse(form.get("label"));
    if (!label.success)
      return fieldProblems(form, { label: label.error.issues[0]?.message ?? "Invalid entry." });
    const option = optionSchema.parse(textsOf(form));
    const shown = await renameOption(option, String(form.get("before") ?? ""), label.data);
    return formDone("Option renamed.", shown);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "changed_meanwhile")
      return formFailure(error, form, { label: "label" });
    return dashboardFailure(error, form, async () => {
      const options = (await findDefinition(form))?.options ?? [];
      return { before: options.find(({ id }) => id === form.get("optionId"))?.label ?? "" };
    });
  }
}

/**
 * Moves an option up or down by one position. Fields: `definitionId`, `optionId`, `before` (ids, one per line), `by`
 * (-1, 1).
 */
export async function moveOptionAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("administer");
    const before = linesOf(form, "before");
    const by = form.get("by") === "-1" ? -1 : 1;
    return formDone("Order saved.", await moveOption(optionSchema.parse(textsOf(form)), before, by));
  } catch (error) {
    return formFailure(error, form, {});
  }
}

/** Deletes an option that no custom field value uses. Fields: `definitionId`, `optionId`. */
export async function removeOptionAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("administer");
    return formDone("Option deleted.", await removeOption(optionSchema.parse(textsOf(form))));
  } catch (error) {
    return formFailure(error, form, {});
  }
}

/** Requests the account's custom field definitions from the service now. */
export async function fetchDefinitionsAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("administer");
    await fetchDefinitions();
    return formDone("Custom fields refreshed.", "now");
  } catch (error) {
    return formFailure(error, form, {});
  }
}
