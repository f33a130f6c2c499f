"use server";

import { formFailure } from "@/app/(dashboard)/_forms/form-failure";
import type { FormState } from "@/components/ui/forms/form-state";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { startSyncRun } from "@/lib/features/connection/commands";

/** Starts a sync run now. */
export async function startSyncRunAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("administer");
    await startSyncRun();
    return { done: "A sync run starts within a minute.", problem: null, fields: {}, values: {} };
  } catch (error) {
    return formFailure(error, form, {});
  }
}
