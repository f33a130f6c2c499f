"use server";

import { deskFailure } from "@/app/(dashboard)/_forms/dashboard-failure";
import { fieldProblems } from "@/app/(dashboard)/_forms/form-failure";
import { settled, timeProblems, typedTime } from "@/app/(dashboard)/_forms/local-time-field";
import type { FormState } from "@/components/ui/forms/form-state";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import {
  chaseEntrySchema,
  chaseSubjectSchema,
  dropChase,
  findChaseVersion,
  logChase,
} from "@/lib/features/holds/commands";
import { db } from "@/lib/platform/database/client";

const done = (words: string): FormState => ({ done: words, problem: null, fields: {}, values: {} });

const fieldsOf = (form: FormData) =>
  Object.fromEntries([...form].filter(([, value]) => typeof value === "string"));

/** The version a second try goes by. */
const versionNow = (form: FormData) => async () => {
  const subject = chaseSubjectSchema.parse(fieldsOf(form));
  return { version: String(await findChaseVersion(db(), subject)) };
};

/**
 * Writes into the log of a hold's chase. Fields: `containerId`, `holdName`, `place`, `version`, `asked`, `promise`,
 * `owner`, `nextCheck` with its zone.
 */
export async function logChaseAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const session = await requireSession("dispatch");
    const nextCheck = typedTime(form, "nextCheck");
    const problems = timeProblems({ nextCheck });
    const fields = fieldsOf(form);
    if (!fields.asked && !fields.promise && !nextCheck)
      problems.asked = "Say who was asked, what they said, or when to ask again.";
    if (Object.keys(problems).length > 0) return fieldProblems(form, problems);
    const entry = chaseEntrySchema.parse({ ...fields, nextCheckAt: settled(nextCheck)?.at ?? null });
    await logChase(db(), session, entry);
    return done("Chase logged.");
  } catch (error) {
    return deskFailure(error, form, versionNow(form));
  }
}

/** Ends a chase by hand. Fields: `containerId`, `holdName`, `place`, `version`. */
export async function dropChaseAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const session = await requireSession("dispatch");
    await dropChase(db(), session, chaseSubjectSchema.parse(fieldsOf(form)));
    return done("No longer chased.");
  } catch (error) {
    return deskFailure(error, form, versionNow(form));
  }
}
