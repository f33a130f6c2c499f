"use server";

import { dashboardFailure } from "@/app/(dashboard)/_forms/dashboard-failure";
import { fieldProblems } from "@/app/(dashboard)/_forms/form-failure";
import { settled, timeProblems, typedTime } from "@/app/(dashboard)/_forms/local-time-field";
import type { FormState } from "@/components/ui/forms/form-state";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import {
  dropFollowUp,
  findFollowUpVersion,
  followUpEntrySchema,
  followUpSubjectSchema,
  logFollowUp,
} from "@/lib/features/holds/commands";
import { db } from "@/lib/platform/database/client";

const done = (text: string): FormState => ({ done: text, problem: null, fields: {}, values: {} });

const fieldsOf = (form: FormData) =>
  Object.fromEntries([...form].filter(([, value]) => typeof value === "string"));

/** The version that a second attempt is compared with. */
const versionNow = (form: FormData) => async () => {
  const subject = followUpSubjectSchema.parse(fieldsOf(form));
  return { version: String(await findFollowUpVersion(db(), subject)) };
};

/**
 * Adds an entry to the log of a hold's follow-up. Fields: `containerId`, `holdName`, `place`, `version`, `contacted`,
 * `promise`, `owner`, `nextCheck` with its zone.
 */
export async function logFollowUpAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const session = await requireSession("dispatch");
    const nextCheck = typedTime(form, "nextCheck");
    const problems = timeProblems({ nextCheck });
    const fields = fieldsOf(form);
    if (!fields.contacted && !fields.promise && !nextCheck)
      problems.contacted = "Enter who was contacted, their response, or a follow-up time.";
    if (Object.keys(problems).length > 0) return fieldProblems(form, problems);
    const entry = followUpEntrySchema.parse({ ...fields, nextCheckAt: settled(nextCheck)?.at ?? null });
    await logFollowUp(db(), session, entry);
    return done("Follow-up logged.");
  } catch (error) {
    return dashboardFailure(error, form, versionNow(form));
  }
}

/** Closes a follow-up manually. Fields: `containerId`, `holdName`, `place`, `version`. */
export async function dropFollowUpAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const session = await requireSession("dispatch");
    await dropFollowUp(db(), session, followUpSubjectSchema.parse(fieldsOf(form)));
    return done("Follow-up closed.");
  } catch (error) {
    return dashboardFailure(error, form, versionNow(form));
  }
}
