"use server";

import { z } from "zod";
import { isForm } from "@/app/_http/known-error";
import { FieldProblems, formAction, signedInForm } from "@/app/(dashboard)/_forms/form-action";
import { formDone } from "@/app/(dashboard)/_forms/form-done";
import { settled, timeProblems, typedTime } from "@/app/(dashboard)/_forms/local-time-field";
import { readViewerLocale } from "@/app/(dashboard)/_layout/user-preferences";
import type { FormState } from "@/components/ui/forms/form-state";
import type { CommandContext } from "@/lib/auth/commands/command";
import { FIELD_RECORDS } from "@/lib/contract/custom-field";
import {
  clearCustomField,
  type FieldSeen,
  fieldSeenSchema,
  findHeldValue,
  setCustomField,
} from "@/lib/features/custom-fields/commands/set-value";
import { listDefinitions } from "@/lib/features/custom-fields/queries/definitions";
import { type FieldDefinition, REFERENCE_LABELS } from "@/lib/features/custom-fields/rules/custom-field";
import { type ReadValue, readCustomValue } from "@/lib/features/custom-fields/rules/typed-value";
import { findReferenced } from "@/lib/features/documents/queries/records-by-number";
import type { Executor } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";

const FIELDS = { value: "value", api_slug: "value", data: "value" };

function readSeen(form: FormData): FieldSeen {
  try {
    return fieldSeenSchema.parse({
      record: { type: form.get("recordType"), id: form.get("recordId") },
      slug: form.get("slug"),
      before: JSON.parse(String(form.get("before") ?? "null")),
    });
  } catch (cause) {
    throw new AppError("bad_input", "Couldn’t read the field. Reload the page.", { cause });
  }
}

async function requireDefinition(executor: Executor, { record, slug }: FieldSeen): Promise<FieldDefinition> {
  const definitions = await listDefinitions(executor, FIELD_RECORDS[record.type].entityType);
  const definition = definitions.find((one) => one.slug === slug);
  if (definition) return definition;
  throw new AppError("not_found", "Another user deleted this custom field.");
}

async function readReference(
  executor: Executor,
  { referenceType }: FieldDefinition,
  named: string,
): Promise<ReadValue> {
  if (named.trim() === "") return { problem: "Enter a value, or clear the field." };
  const kind = referenceType ?? "";
  const [id, other] = await findReferenced(executor, kind, named);
  const what = (REFERENCE_LABELS[kind] ?? "record").toLowerCase();
  if (id === undefined) return { problem: `No ${what} found for “${named.trim()}”.` };
  return other === undefined
    ? { value: id }
    : { problem: `“${named.trim()}” matches more than one ${what}.` };
}

async function readTyped(
  executor: Executor,
  definition: FieldDefinition,
  form: FormData,
): Promise<ReadValue> {
  const typed = z.array(z.string()).parse(form.getAll("value"));
  if (definition.dataType === "reference") return readReference(executor, definition, typed[0] ?? "");
  if (definition.dataType !== "datetime")
    return readCustomValue(definition.dataType, typed, definition.options);
  const time = typedTime(form, "value", await readViewerLocale());
  const problem = timeProblems({ value: time }).value;
  if (problem) return { problem };
  const at = settled(time)?.at;
  return at ? { value: at } : { problem: "Enter a date and time, or clear the field." };
}

/** The value that a second attempt is compared with. */
const current = async (form: FormData, { db }: CommandContext) => ({
  before: JSON.stringify(await findHeldValue(db, readSeen(form))),
});

/** Shows all choices again: the form's values contain only the last of several. */
function failed(state: FormState, _error: unknown, form: FormData): FormState {
  if (!isForm(form)) return state;
  return { ...state, values: { ...state.values, chosen: JSON.stringify(form.getAll("value")) } };
}

/**
 * Sets a record's custom field. Fields: `recordType`, `recordId`, `slug`, `before`
 * (JSON, the value as last seen by the user), `value` (repeated for a multiple choice; with its zone for a time).
 */
export const setFieldAction = signedInForm(
  setCustomField.right,
  async (form, ctx) => {
    const seen = readSeen(form);
    const definition = await requireDefinition(ctx.db, seen);
    const read = await readTyped(ctx.db, definition, form);
    if ("problem" in read) return new FieldProblems({ value: read.problem });
    const visibility = await setCustomField(ctx, { ...seen, value: read.value });
    return formDone(`${definition.name} saved to the tracking service.`, visibility);
  },
  { fields: FIELDS, current, failed },
);

/** Removes a custom field from a record. Fields: `recordType`, `recordId`, `slug`, `before`. */
export const clearFieldAction = formAction(clearCustomField, {
  read: readSeen,
  done: (visibility) => formDone("Cleared in the tracking service.", visibility),
  fields: FIELDS,
  current,
  failed,
});
