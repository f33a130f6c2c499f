"use server";

import { z } from "zod";
import { deskFailure } from "@/app/(desk)/desk-failure";
import { formDone } from "@/app/(desk)/form-done";
import { fieldProblems, formFailure } from "@/app/(desk)/form-failure";
import { settled, timeProblems, typedTime } from "@/app/(desk)/typed-time";
import { isForm } from "@/app/understood-error";
import type { FormState } from "@/components/ui/form-state";
import { requireSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { FIELD_RECORDS, type FieldDefinition, REFERENCE_WORDS } from "@/lib/dispatch/custom-fields";
import { type ReadValue, readCustomValue } from "@/lib/dispatch/custom-value";
import { AppError } from "@/lib/errors";
import { listDefinitions } from "@/lib/mirror/custom-fields";
import { findReferenced } from "@/lib/mirror/named-records";
import {
  clearCustomField,
  type FieldSeen,
  fieldSeenSchema,
  findHeldValue,
  setCustomField,
} from "@/lib/operations/set-custom-field";

const FIELDS = { value: "value", api_slug: "value", data: "value" };

function readSeen(form: FormData): FieldSeen {
  try {
    return fieldSeenSchema.parse({
      record: { type: form.get("recordType"), id: form.get("recordId") },
      slug: form.get("slug"),
      before: JSON.parse(String(form.get("before") ?? "null")),
    });
  } catch (cause) {
    throw new AppError("bad_input", "The field could not be read. Load the page again.", { cause });
  }
}

async function requireDefinition({ record, slug }: FieldSeen): Promise<FieldDefinition> {
  const definitions = await listDefinitions(db(), FIELD_RECORDS[record.type].entityType);
  const definition = definitions.find((one) => one.slug === slug);
  if (definition) return definition;
  throw new AppError("not_found", "Meanwhile somebody deleted this custom field.");
}

async function readReference({ referenceType }: FieldDefinition, named: string): Promise<ReadValue> {
  if (named.trim() === "") return { problem: "Give a value, or clear the field." };
  const kind = referenceType ?? "";
  const [id, other] = await findReferenced(db(), kind, named);
  const what = (REFERENCE_WORDS[kind] ?? "record").toLowerCase();
  if (id === undefined) return { problem: `“${named.trim()}” is no ${what} the desk holds.` };
  return other === undefined
    ? { value: id }
    : { problem: `“${named.trim()}” is the ${what} of several records.` };
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
  return at ? { value: at } : { problem: "Give a day and a time, or clear the field." };
}

/** The value a second try goes by. */
const beforeNow = (form: FormData) => async () => ({
  before: JSON.stringify(await findHeldValue(readSeen(form))),
});

async function failure(error: unknown, form: FormData): Promise<FormState> {
  const changed = error instanceof AppError && error.code === "changed_meanwhile";
  const state = changed ? await deskFailure(error, form, beforeNow(form)) : formFailure(error, form, FIELDS);
  if (!isForm(form)) return state;
  // Of several choices the last alone would stand in the form again.
  return { ...state, values: { ...state.values, chosen: JSON.stringify(form.getAll("value")) } };
}

/**
 * Gives a record's custom field a value. Fields: `recordType`, `recordId`, `slug`, `before` (JSON, what was looked at),
 * `value` (several of a multiple choice; with its zone for a time).
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
    return formDone(`${definition.name} saved at the service.`, await setCustomField(seen, read.value));
  } catch (error) {
    return failure(error, form);
  }
}

/** Takes a custom field off a record. Fields: `recordType`, `recordId`, `slug`, `before`. */
export async function clearFieldAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("dispatch");
    return formDone("Cleared at the service.", await clearCustomField(readSeen(form)));
  } catch (error) {
    return failure(error, form);
  }
}
