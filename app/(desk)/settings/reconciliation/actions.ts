"use server";

import { formFailure } from "@/app/(desk)/form-failure";
import type { FormState } from "@/components/ui/form-state";
import { requireSession } from "@/lib/auth/session";
import { startRound } from "@/lib/operations/start-round";

/** Asks for a round now. */
export async function startRoundAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("administer");
    await startRound();
    return { done: "A round begins within a minute.", problem: null, fields: {}, values: {} };
  } catch (error) {
    return formFailure(error, form, {});
  }
}
