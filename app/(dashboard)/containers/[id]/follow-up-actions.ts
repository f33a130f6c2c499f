"use server";

import { FieldProblems, formAction } from "@/app/(dashboard)/_forms/form-action";
import { settled, timeProblems, typedTime } from "@/app/(dashboard)/_forms/local-time-field";
import { readViewerLocale } from "@/app/(dashboard)/_layout/user-preferences";
import type { CommandContext } from "@/lib/auth/commands/command";
import {
  dropFollowUp,
  findFollowUpVersion,
  followUpSubjectSchema,
  logFollowUp,
} from "@/lib/features/holds/commands";

const fieldsOf = (form: FormData) =>
  Object.fromEntries([...form].filter(([, value]) => typeof value === "string"));

/** The version that a second attempt is compared with. */
const current = async (form: FormData, { db }: CommandContext) => {
  const subject = followUpSubjectSchema.parse(fieldsOf(form));
  return { version: String(await findFollowUpVersion(db, subject)) };
};

/**
 * Adds an entry to the log of a hold's follow-up. Fields: `containerId`, `holdName`, `place`, `version`, `contacted`,
 * `promise`, `owner`, `contactEmail`, `contactPhone`, `nextCheck` with its zone.
 */
export const logFollowUpAction = formAction(logFollowUp, {
  read: async (form) => {
    const locale = await readViewerLocale();
    const nextCheck = typedTime(form, "nextCheck", locale);
    const problems = timeProblems({ nextCheck });
    const fields = fieldsOf(form);
    if (!fields.contacted && !fields.promise && !nextCheck)
      problems.contacted = "Enter who was contacted, their response, or a follow-up time.";
    if (Object.keys(problems).length > 0) return new FieldProblems(problems);
    return { ...fields, nextCheckAt: settled(nextCheck)?.at ?? null };
  },
  done: () => "Follow-up logged.",
  invalid: "at fields",
  current,
});

/** Closes a follow-up manually. Fields: `containerId`, `holdName`, `place`, `version`. */
export const dropFollowUpAction = formAction(dropFollowUp, {
  read: fieldsOf,
  done: () => "Follow-up closed.",
  invalid: "at fields",
  current,
});
