"use server";

import { idSchema } from "@/app/(dashboard)/_forms/assign-party-form";
import { formAction } from "@/app/(dashboard)/_forms/form-action";
import { listForm } from "@/app/(dashboard)/_forms/list-form";
import { refreshContainer } from "@/lib/features/containers/commands/refresh-container";
import { requestRelated } from "@/lib/features/containers/commands/refresh-supplementary";
import { AppError } from "@/lib/platform/errors";

const containerIn = (form: FormData) => ({ containerId: form.get("containerId") });

/**
 * Requests a refresh of a container from the service. Field: `containerId`. `waitUntil` (UTC text) is the earliest time
 * of the next accepted request.
 */
export const refreshAction = formAction(refreshContainer, {
  read: containerIn,
  done: (reported) => reported || "Refresh requested.",
  failed: (state, error) => {
    const seconds = error instanceof AppError ? error.retryAfterSeconds : null;
    if (seconds === null) return state;
    const waitUntil = new Date(Date.now() + seconds * 1_000).toISOString();
    return { ...state, values: { ...state.values, waitUntil } };
  },
});

/** Requests a container's map, custom fields and documents from the service. Field: `containerId`. */
export const requestRelatedAction = formAction(requestRelated, {
  read: containerIn,
  done: (reported) => reported,
});

/**
 * Replaces a container's references, or its shipment's references or tags. Fields: `containerId`, `list`, `before`
 * (JSON), `after` (one per line).
 */
export const editListAction = listForm((form) => ({
  type: "container",
  id: idSchema.parse(form.get("containerId")),
}));
