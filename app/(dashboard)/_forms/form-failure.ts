import { unstable_rethrow } from "next/navigation";
import { isForm, notAForm, understoodError } from "@/app/_http/known-error";
import type { FormState } from "@/components/ui/forms/form-state";
import { AppError } from "@/lib/platform/errors";
import { logger } from "@/lib/platform/log";

const UNEXPECTED = "Something went wrong. Check whether it was saved, then retry.";

/**
 * Maps parts of the service's error pointers to form fields: "/data/attributes/ref_numbers/4" maps to the field of
 * ref_numbers. A name that ends in "/" includes the rest of the path: with "headers/", the pointer
 * "/data/attributes/headers/0/name" maps to headers/0/name.
 */
export type FieldOfPointer = Readonly<Record<string, string>>;

function fieldNamed(pointer: string | null, fieldOf: FieldOfPointer): string | undefined {
  const parts = pointer?.split("/") ?? [];
  const at = parts.findLastIndex((part) => fieldOf[part] !== undefined);
  const name = fieldOf[parts[at] ?? ""];
  if (!name?.endsWith("/")) return name;
  return [name.slice(0, -1), ...parts.slice(at + 1)].join("/");
}

/** The form's text fields, to be shown again. Empty for input that is not a form. */
function typedValues(form: FormData): Record<string, string> {
  if (!isForm(form)) return {};
  const entries = [...form.entries()].filter(([name]) => !name.startsWith("$ACTION"));
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/**
 * The second translator of errors, for actions. Shows the service's message at the field of its pointer, and any other
 * message above the form. Keeps the typed values.
 */
export function formFailure(thrown: unknown, form: FormData, fieldOf: FieldOfPointer): FormState {
  unstable_rethrow(thrown);
  const values = typedValues(form);
  const error = isForm(form) || thrown instanceof AppError ? understoodError(thrown) : notAForm();
  if (!(error instanceof AppError)) {
    logger("action").error({ err: error }, "action failed");
    return { done: null, problem: UNEXPECTED, fields: {}, values };
  }
  const fields: Record<string, string> = {};
  const above: string[] = [];
  for (const { pointer, message } of error.details) {
    const name = fieldNamed(pointer, fieldOf);
    if (name) fields[name] ??= message;
    else above.push(message);
  }
  const problem = error.details.length ? above.join(" ") || null : error.message;
  return { done: null, problem, fields, values };
}

/** The form state for input that Drayboard rejects before it calls the service. */
export function fieldProblems(form: FormData, fields: Record<string, string>): FormState {
  return { done: null, problem: null, fields, values: typedValues(form) };
}
