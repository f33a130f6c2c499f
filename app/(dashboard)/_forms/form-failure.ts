import { unstable_rethrow } from "next/navigation";
import { isForm, notAForm, understoodError } from "@/app/_http/known-error";
import type { FormState } from "@/components/ui/forms/form-state";
import { AppError } from "@/lib/platform/errors";
import { logger } from "@/lib/platform/log";

const UNEXPECTED = "Something went wrong here. Check whether it was saved, then retry.";

/**
 * Which field of the form a part of the service's pointer means: "/data/attributes/ref_numbers/4" is ref_numbers'. A name
 * that ends in "/" takes what follows: with "headers/" the pointer "/data/attributes/headers/0/name" is headers/0/name's.
 */
export type FieldOfPointer = Readonly<Record<string, string>>;

function fieldNamed(pointer: string | null, fieldOf: FieldOfPointer): string | undefined {
  const parts = pointer?.split("/") ?? [];
  const at = parts.findLastIndex((part) => fieldOf[part] !== undefined);
  const name = fieldOf[parts[at] ?? ""];
  if (!name?.endsWith("/")) return name;
  return [name.slice(0, -1), ...parts.slice(at + 1)].join("/");
}

/** The form's fields as text, to be shown again; none of what is no form. */
function typedValues(form: FormData): Record<string, string> {
  if (!isForm(form)) return {};
  const entries = [...form.entries()].filter(([name]) => !name.startsWith("$ACTION"));
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/**
 * The second translator of errors, for actions: the service's own words next to the field its pointer names, anything
 * else above the form. What was typed stays.
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

/** A refusal of our own, before the service is asked. */
export function fieldProblems(form: FormData, fields: Record<string, string>): FormState {
  return { done: null, problem: null, fields, values: typedValues(form) };
}
