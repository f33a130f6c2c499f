"use server";

import { formDone } from "@/app/(desk)/form-done";
import { formFailure } from "@/app/(desk)/form-failure";
import type { FormState } from "@/components/ui/form-state";
import { requireSession } from "@/lib/auth/session";
import { createParty } from "@/lib/operations/create-party";

/** Creates a party. Field: `companyName`. A blank or known name is the service's to refuse, in its own words. */
export async function createPartyAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession();
    const companyName = String(form.get("companyName") ?? "").trim();
    const { shown } = await createParty(companyName);
    return formDone(`${companyName} created.`, shown);
  } catch (error) {
    return formFailure(error, form, { company_name: "companyName", customer: "companyName" });
  }
}
