"use server";

import { z } from "zod";
import { FieldProblems, formAction, signedInForm, textOf } from "@/app/(dashboard)/_forms/form-action";
import { formDone } from "@/app/(dashboard)/_forms/form-done";
import { formFailure } from "@/app/(dashboard)/_forms/form-failure";
import type { FormState } from "@/components/ui/forms/form-state";
import {
  CUSTOM_DATA_TYPES,
  CUSTOM_ENTITY_TYPES,
  CUSTOM_REFERENCE_TYPES,
  slugOf,
} from "@/lib/contract/custom-field";
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
  removeOption,
  renameOption,
} from "@/lib/features/custom-fields/commands/edit-options";
import { fetchDefinitions } from "@/lib/features/custom-fields/commands/refresh-definitions";
import { listDefinitions } from "@/lib/features/custom-fields/queries/definitions";
import { type FieldDefinition, takesOptions } from "@/lib/features/custom-fields/rules/custom-field";
import type { Executor } from "@/lib/platform/database/client";

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
    textOf(form, name)
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

const textsOf = (form: FormData) =>
  Object.fromEntries([...form].filter(([name, value]) => typeof value === "string" && !name.startsWith("$")));

/** The first problem of a text or a list of texts, as the message of a field. */
const firstProblem = (error: z.ZodError): string => error.issues[0]?.message ?? "Invalid entry.";

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
export const createDefinitionAction = signedInForm(
  createDefinition.right,
  async (form, ctx) => {
    const { name, entityType, dataType, slug, description, referenceType } = newSchema.parse(textsOf(form));
    const labels = labelsSchema.safeParse(takesOptions(dataType) ? linesOf(form, "options") : []);
    if (!labels.success) return new FieldProblems({ options: firstProblem(labels.error) });
    if (dataType === "reference" && !referenceType)
      return new FieldProblems({ referenceType: "Select a reference type." });
    const { id, visibility } = await createDefinition(ctx, {
      entity_type: entityType,
      display_name: name,
      data_type: dataType,
      // The service requires one (supplement-2.md, 3. Definition).
      api_slug: slug || slugOf(name),
      description: description || undefined,
      reference_type: dataType === "reference" ? referenceType : undefined,
    });
    if (labels.data.length === 0) return formDone(`${name} created.`, visibility);
    try {
      const added = await addOptions(ctx, { definitionId: id, labels: labels.data });
      return formDone(`${name} created.`, added);
    } catch (error) {
      return optionsRefused(error, form, name);
    }
  },
  { fields: FIELDS, invalid: "at fields" },
);

async function findDefinition(executor: Executor, form: FormData): Promise<FieldDefinition | undefined> {
  const id = textOf(form, "id") || textOf(form, "definitionId");
  return (await listDefinitions(executor)).find((definition) => definition.id === id);
}

/**
 * Edits the name and description of a definition. Fields: `id`, `beforeName`, `beforeDescription`, `name`,
 * `description`.
 */
export const editDefinitionAction = formAction(editDefinition, {
  read: (form) => {
    const { beforeName = "", beforeDescription = "", ...texts } = textsOf(form);
    return { ...texts, before: { name: beforeName, description: beforeDescription } };
  },
  done: (visibility, form) =>
    formDone(`${textOf(form, "name").trim()} saved to the tracking service.`, visibility),
  fields: FIELDS,
  invalid: "at fields",
  current: async (form, { db }) => {
    const now = await findDefinition(db, form);
    return { beforeName: now?.name ?? "", beforeDescription: now?.description ?? "" };
  },
});

/** Deletes a definition with its options and values. Field: `id`. */
export const removeDefinitionAction = formAction(removeDefinition, {
  read: (form) => ({ id: form.get("id") }),
  done: (visibility) => formDone("Custom field deleted.", visibility),
});

/** Adds options to a definition. Fields: `definitionId`, `labels` (one per line). */
export const addOptionsAction = formAction(addOptions, {
  read: (form) => {
    const labels = labelsSchema.safeParse(linesOf(form, "labels"));
    if (!labels.success) return new FieldProblems({ labels: firstProblem(labels.error) });
    if (labels.data.length === 0) return new FieldProblems({ labels: "Enter at least one, one per line." });
    return { definitionId: form.get("definitionId"), labels: labels.data };
  },
  done: (visibility, form) => {
    const { length } = linesOf(form, "labels");
    return formDone(length === 1 ? "Option added." : `${length} options added.`, visibility);
  },
  fields: { value: "labels", label: "labels" },
});

/** Renames an option. Fields: `definitionId`, `optionId`, `before`, `label`. */
export const renameOptionAction = formAction(renameOption, {
  read: (form) => {
    const label = optionLabelSchema.safeParse(form.get("label"));
    if (!label.success) return new FieldProblems({ label: firstProblem(label.error) });
    return { ...textsOf(form), before: textOf(form, "before"), label: label.data };
  },
  done: (visibility) => formDone("Option renamed.", visibility),
  fields: { label: "label" },
  current: async (form, { db }) => {
    const options = (await findDefinition(db, form))?.options ?? [];
    return { before: options.find(({ id }) => id === form.get("optionId"))?.label ?? "" };
  },
});

/**
 * Moves an option up or down by one position. Fields: `definitionId`, `optionId`, `before` (ids, one per line), `by`
 * (-1, 1).
 */
export const moveOptionAction = formAction(moveOption, {
  read: (form) => ({
    ...textsOf(form),
    before: linesOf(form, "before"),
    by: form.get("by") === "-1" ? -1 : 1,
  }),
  done: (visibility) => formDone("Order saved.", visibility),
});

/** Deletes an option that no custom field value uses. Fields: `definitionId`, `optionId`. */
export const removeOptionAction = formAction(removeOption, {
  read: textsOf,
  done: (visibility) => formDone("Option deleted.", visibility),
});

/** Requests the account's custom field definitions from the service now. */
export const fetchDefinitionsAction = formAction(fetchDefinitions, {
  read: () => ({}),
  done: () => "Custom fields refreshed.",
});
