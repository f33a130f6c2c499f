"use server";

import { z } from "zod";
import { isForm } from "@/app/_http/known-error";
import { dashboardFailure } from "@/app/(dashboard)/_forms/dashboard-failure";
import { formDone } from "@/app/(dashboard)/_forms/form-done";
import { fieldProblems, formFailure } from "@/app/(dashboard)/_forms/form-failure";
import { settled, timeProblems, typedTime } from "@/app/(dashboard)/_forms/local-time-field";
import type { FormState } from "@/components/ui/forms/form-state";
import { requireSession } from "@/lib/auth/sign-in/current-session";
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
import { db } from "@/lib/platform/database/client";
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

async function requireDefinition({ record, slug }: FieldSeen): Promise<FieldDefinition> {
  const definitions = await listDefinitions(db(), FIELD_RECORDS[record.type].entityType);
  const definition = definitions.find((one) => one.slug === slug);
  if (definition) return definition;
  throw new AppError("not_found", "Another user deleted this custom field.");
}

async function readReference({ referenceType }: FieldDefinition, named: string): Promise<ReadValue> {
  if (named.trim() === "") return { problem: "Enter a value, or clear the field." };
  const kind = referenceType ?? "";
  const [id, other] = await findReferenced(db(), kind, named);
  const what = (REFERENCE_LABELS[kind] ?? "record").toLowerCase();
  if (id === undefined) return { problem: `No ${what} found for “${named.trim()}”.` };
  return other === undefined
    ? { value: id }
    : { problem: `“${named.trim()}” matches more than one ${what}.` };
}

async function readTyped(definition: FieldDefinition, form: FormData): Promise<ReadValue> {
  const typed = z.array(z.string()).parse(form.getAll("value"));
  if (definition.dataType === "reference") return readReference(definition, typed[0] ?? "");
  if (definition.dataType !== "datetime")
    return readCustomValue(definition.dataType, typed, definition.options);
  const time = typedTime(form, "value");
  const problem = timeProblems({ value: time }).value;
  if (problem) return { problem };
  const at = settled(time)?.at;
  return at ? { value: at } : { problem: "Enter a date and time, or clear the field." };
}

/** The value that a second attempt is compared with. */
const beforeNow = (form: FormData) => async () => ({
  before: JSON.stringify(await findHeldValue(readSeen(form))),
});

async function failure(error: unknown, form: FormData): Promise<FormState> {
  const changed = error instanceof AppError && error.code === "changed_meanwhile";
  const state = changed
    ? await dashboardFailure(error, form, beforeNow(form))
    : formFailure(error, form, FIELDS);
  if (!isForm(form)) return state;
  // Otherwise the form would show only the last of several choices.
  return { ...state, values: { ...state.values, chosen: JSON.stringify(form.getAll("value")) } };
}

/**
 * Sets a record's custom field. Fields: `recordType`, `recordId`, `slug`, `before` (JSON, the value as last seen by the
 * user), `value` (repeated for a multiple choice; with its zone for a time).
 */
export async function setFieldAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("dispatch");
    const seen = readSeen(form);
    const definition = await requireDefinition(seen);
    const read = await readTyped(definition, form);
    if ("problem" in read) {
      const refused = fieldProblems(form, { value: read.problem });
      return { ...refused, values: { ...refused.values, chosen: JSON.stringify(form.getAll("value")) } };
    }
    return formDone(
      `${definition.name} saved to the tracking service.`,
      await setCustomField(seen, read.value),
    );
  } catch (error) {
    return failure(error, form);
  }
}

/** Removes a custom field from a record. Fields: `recordType`, `recordId`, `slug`, `before`. */
export async function clearFieldAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("dispatch");
    return formDone("Cleared in the tracking service.", await clearCustomField(readSeen(form)));
  } catch (error) {
    return failure(error, form);
  }
}
