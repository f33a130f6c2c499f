"use server";

import { idSchema } from "@/app/(desk)/assign-form";
import { deskFailure } from "@/app/(desk)/desk-failure";
import { formDone } from "@/app/(desk)/form-done";
import { formFailure } from "@/app/(desk)/form-failure";
import type { FormState } from "@/components/ui/form-state";
import { requireSession } from "@/lib/auth/session";
import { AppError } from "@/lib/errors";
import { createParty } from "@/lib/operations/create-party";
import { findPartyName, renameParty } from "@/lib/operations/rename-party";

/** Creates a party. Field: `companyName`. A blank or known name is the service's to refuse, in its own words. */
export async function createPartyAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("dispatch");
    const companyName = String(form.get("companyName") ?? "").trim();
    const { shown } = await createParty(companyName);
    return formDone(`${companyName} created.`, shown);
  } catch (error) {
    return formFailure(error, form, { company_name: "companyName", customer: "companyName" });
  }
}

/** Renames a party. Fields: `partyId`, `before` (its name as it was looked at), `name`. */
export async function renamePartyAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("dispatch");
    const name = String(form.get("name") ?? "").trim();
    const before = String(form.get("before") ?? "");
    const shown = await renameParty(idSchema.parse(form.get("partyId")), before, name);
    return formDone(`Renamed to ${name}.`, shown);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "changed_meanwhile")
      return formFailure(error, form, { company_name: "name", customer: "name", name: "name" });
    return deskFailure(error, form, async () => ({
      before: (await findPartyName(idSchema.parse(form.get("partyId")))) ?? "",
    }));
  }
}
