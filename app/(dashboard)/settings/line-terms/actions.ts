"use server";

import { FieldProblems, formAction, textOf } from "@/app/(dashboard)/_forms/form-action";
import type { CommandContext } from "@/lib/auth/commands/command";
import {
  findTermsSavedAt,
  perDiemTermsSchema,
  removePerDiemTerms,
  setPerDiemTerms,
} from "@/lib/features/moves/commands/per-diem-terms";

const scacOf = (form: FormData): string => perDiemTermsSchema.shape.scac.parse(form.get("scac"));

const followText = (containers: number): string =>
  containers === 0
    ? ""
    : ` The ${containers === 1 ? "container" : `${containers.toLocaleString("en-US")} containers`} out with this line will update within seconds.`;

const current = async (form: FormData, { db }: CommandContext) => ({
  savedAt: await findTermsSavedAt(db, scacOf(form)),
});

/** Sets a line's free days. Fields: `scac`, `freeDays`, `counts`, `savedAt` (of the version last seen by the user). */
export const setPerDiemTermsAction = formAction(setPerDiemTerms, {
  read: (form) =>
    textOf(form, "freeDays").trim() === ""
      ? new FieldProblems({ freeDays: "Enter a number of days." })
      : Object.fromEntries(form),
  done: (containers, form) => `Free days for ${scacOf(form)} saved.${followText(containers)}`,
  invalid: "at fields",
  current,
});

/** Deletes a line's free days. Fields: `scac`, `savedAt`. */
export const removePerDiemTermsAction = formAction(removePerDiemTerms, {
  read: (form) => ({ scac: textOf(form, "scac"), savedAt: textOf(form, "savedAt") }),
  done: (containers, form) => `Free days for ${scacOf(form)} removed.${followText(containers)}`,
  invalid: "at fields",
  current,
});
