"use server";

import { dashboardFailure } from "@/app/(dashboard)/_forms/dashboard-failure";
import { fieldProblems } from "@/app/(dashboard)/_forms/form-failure";
import type { FormState } from "@/components/ui/forms/form-state";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import {
  findTermsSavedAt,
  perDiemTermsSchema,
  removePerDiemTerms,
  setPerDiemTerms,
} from "@/lib/features/moves/commands/per-diem-terms";
import { db } from "@/lib/platform/database/client";

const done = (text: string): FormState => ({ done: text, problem: null, fields: {}, values: {} });

const followText = (containers: number): string =>
  containers === 0
    ? ""
    : ` The ${containers === 1 ? "container" : `${containers.toLocaleString("en-US")} containers`} out with this line will update within seconds.`;

const savedAtNow = (form: FormData) => async () => ({
  savedAt: await findTermsSavedAt(db(), perDiemTermsSchema.shape.scac.parse(form.get("scac"))),
});

/** Sets a line's free days. Fields: `scac`, `freeDays`, `counts`, `savedAt` (of the version last seen by the user). */
export async function setPerDiemTermsAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const session = await requireSession("dispatch");
    if (String(form.get("freeDays") ?? "").trim() === "")
      return fieldProblems(form, { freeDays: "Enter a number of days." });
    const terms = perDiemTermsSchema.parse(Object.fromEntries(form));
    const containers = await setPerDiemTerms(db(), session, terms);
    return done(`Free days for ${terms.scac} saved.${followText(containers)}`);
  } catch (error) {
    return dashboardFailure(error, form, savedAtNow(form));
  }
}

/** Deletes a line's free days. Fields: `scac`, `savedAt`. */
export async function removePerDiemTermsAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const session = await requireSession("dispatch");
    const scac = String(form.get("scac") ?? "");
    const containers = await removePerDiemTerms(db(), session, scac, String(form.get("savedAt") ?? ""));
    return done(`Free days for ${scac} removed.${followText(containers)}`);
  } catch (error) {
    return dashboardFailure(error, form, savedAtNow(form));
  }
}
