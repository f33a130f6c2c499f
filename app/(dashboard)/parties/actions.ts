"use server";

import { idSchema } from "@/app/(dashboard)/_forms/assign-party-form";
import { dashboardFailure } from "@/app/(dashboard)/_forms/dashboard-failure";
import { formDone } from "@/app/(dashboard)/_forms/form-done";
import { formFailure } from "@/app/(dashboard)/_forms/form-failure";
import type { FormState } from "@/components/ui/forms/form-state";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { createParty } from "@/lib/features/parties/commands/create-party";
import { findPartyName, renameParty } from "@/lib/features/parties/commands/rename-party";
import { AppError } from "@/lib/platform/errors";

/** Creates a party. Field: `companyName`. The service rejects a blank or existing name with its own message. */
export async function createPartyAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("dispatch");
    const companyName = String(form.get("companyName") ?? "").trim();
    const { visibility: shown } = await createParty(companyName);
    return formDone(`${companyName} created.`, shown);
  } catch (error) {
    return formFailure(error, form, { company_name: "companyName", customer: "companyName" });
  }
}

/** Renames a party. Fields: `partyId`, `before` (the name as last seen by the user), `name`. */
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
    return dashboardFailure(error, form, async () => ({
      before: (await findPartyName(idSchema.parse(form.get("partyId")))) ?? "",
    }));
  }
}
