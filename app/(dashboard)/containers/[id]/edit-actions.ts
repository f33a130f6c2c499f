"use server";

import { z } from "zod";
import { dashboardFailure } from "@/app/(dashboard)/_forms/dashboard-failure";
import { formDone } from "@/app/(dashboard)/_forms/form-done";
import { fieldProblems, formFailure } from "@/app/(dashboard)/_forms/form-failure";
import { LIST_FIELDS, readListForm } from "@/app/(dashboard)/_forms/list-form";
import type { FormState } from "@/components/ui/forms/form-state";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { refreshContainer } from "@/lib/features/containers/commands/refresh-container";
import { requestRelated } from "@/lib/features/containers/commands/refresh-supplementary";
import { editList, findList, LIST_NAMES } from "@/lib/features/shipments/commands/edit-references";
import { AppError } from "@/lib/platform/errors";

const idSchema = z.string().min(1).max(200);

/**
 * Requests a refresh of a container from the service. Field: `containerId`. `waitUntil` (UTC text) is the earliest time
 * of the next accepted request.
 */
export async function refreshAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("dispatch");
    const reported = await refreshContainer(idSchema.parse(form.get("containerId")));
    return { done: reported || "Refresh requested.", problem: null, fields: {}, values: {} };
  } catch (error) {
    const state = formFailure(error, form, {});
    const seconds = error instanceof AppError ? error.retryAfterSeconds : null;
    if (seconds === null) return state;
    const waitUntil = new Date(Date.now() + seconds * 1_000).toISOString();
    return { ...state, values: { ...state.values, waitUntil } };
  }
}

/** Requests a container's map, custom fields and documents from the service. Field: `containerId`. */
export async function requestRelatedAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("dispatch");
    const reported = await requestRelated(idSchema.parse(form.get("containerId")));
    return { done: reported, problem: null, fields: {}, values: {} };
  } catch (error) {
    return formFailure(error, form, {});
  }
}

const listSchema = z.object({ containerId: idSchema, list: z.enum(LIST_NAMES) });
/**
 * Replaces a container's references, or its shipment's references or tags. Fields: `containerId`, `list`, `before`
 * (JSON), `after` (one per line).
 */
export async function editListAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("dispatch");
    const requested = listSchema.parse({ containerId: form.get("containerId"), list: form.get("list") });
    const typed = readListForm(form);
    if ("problem" in typed) return fieldProblems(form, { after: typed.problem });
    const shown = await editList({ ...requested, ...typed });
    return formDone("Saved to the tracking service.", shown);
  } catch (error) {
    if (error instanceof AppError && error.code !== "changed_meanwhile")
      return formFailure(error, form, LIST_FIELDS);
    return dashboardFailure(error, form, async () => {
      const requested = listSchema.parse({ containerId: form.get("containerId"), list: form.get("list") });
      return { before: JSON.stringify(await findList(requested.containerId, requested.list)) };
    });
  }
}
