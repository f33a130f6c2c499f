import { z } from "zod";
import { isForm } from "@/app/_http/known-error";
import type { FormState } from "@/components/ui/forms/form-state";
import { AppError } from "@/lib/platform/errors";
import { formFailure } from "./form-failure";

/**
 * The form state after an action failed in the dashboard. Field problems are shown at their fields. If another user
 * changed the record first, the message describes that change. `now` returns the current values, so that a second
 * submit is based on them.
 */
export async function dashboardFailure(
  error: unknown,
  form: FormData,
  now: () => Promise<Readonly<Record<string, string>>>,
): Promise<FormState> {
  if (!isForm(form)) return formFailure(error, form, {});
  if (error instanceof z.ZodError) {
    const state = formFailure(new AppError("bad_input", ""), form, {});
    const fields: Record<string, string> = {};
    for (const { path, message } of error.issues) fields[String(path[0])] ??= message;
    return { ...state, problem: null, fields };
  }
  const state = formFailure(error, form, {});
  if (!(error instanceof AppError) || error.code !== "changed_meanwhile") return state;
  return { ...state, values: { ...state.values, ...(await now()) } };
}
