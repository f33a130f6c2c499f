"use server";

import { headers } from "next/headers";
import { formFailure } from "@/app/(desk)/form-failure";
import type { FormState } from "@/components/ui/form-state";
import { changePassword } from "@/lib/auth/change-password";
import { requireSession, startSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { keepPreferences, preferenceChangeSchema } from "@/lib/desk-work/preferences";
import type { Preferences } from "@/lib/dispatch/preferences";
import { AppError, reasonOf } from "@/lib/errors";
import { logger } from "@/lib/log";

/** Keeps what a person chose; null once it is kept, else why it is not, in words. */
export async function keepPreferencesAction(change: Partial<Preferences>): Promise<string | null> {
  try {
    const session = await requireSession("desk");
    const read = preferenceChangeSchema.safeParse(change);
    if (!read.success) return "This choice is none the desk offers.";
    await keepPreferences(db(), session, read.data);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    logger("action").error({ cause: reasonOf(error) }, "keeping preferences failed");
    return "This choice could not be kept: try again in a few seconds.";
  }
}

/** Changes one's own password, which ends one's other sessions. Fields: `present`, `next`. */
export async function changePasswordAction(_previous: FormState, form: FormData): Promise<FormState> {
  const [present, next] = ["present", "next"].map((name) => String(form.get(name) ?? ""));
  // Nothing of a password goes back.
  for (const name of ["present", "next"]) form.delete(name);
  try {
    const session = await requireSession("desk");
    const given = { present: present ?? "", next: next ?? "" };
    await startSession(await changePassword(db(), session, given, await headers()));
    return {
      done: "Password changed. Your other browsers are signed out.",
      problem: null,
      fields: {},
      values: {},
    };
  } catch (error) {
    return formFailure(error, form, { present: "present", next: "next" });
  }
}
