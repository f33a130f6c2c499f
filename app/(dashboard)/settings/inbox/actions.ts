"use server";

import { z } from "zod";
import { formFailure } from "@/app/(dashboard)/_forms/form-failure";
import type { FormState } from "@/components/ui/forms/form-state";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { retryNotifications } from "@/lib/features/connection/commands";

async function retry(id?: string): Promise<FormState> {
  const count = await retryNotifications(id);
  const text = count === 0 ? "Already retrying." : `${count} queued for retry.`;
  return { done: text, problem: null, fields: {}, values: {} };
}

/** Retries one dead-lettered notification. Field: `id`. */
export async function tryAgainAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("administer");
    return await retry(z.string().min(1).max(500).parse(form.get("id")));
  } catch (error) {
    return formFailure(error, form, {});
  }
}

/** Retries all dead-lettered notifications. */
export async function tryAllAgainAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("administer");
    return await retry();
  } catch (error) {
    return formFailure(error, form, {});
  }
}
