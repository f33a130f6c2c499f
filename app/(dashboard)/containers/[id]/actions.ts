"use server";

import { assignFrom, idSchema, PARTY_FIELDS } from "@/app/(dashboard)/_forms/assign-party-form";
import { formDone } from "@/app/(dashboard)/_forms/form-done";
import { formFailure } from "@/app/(dashboard)/_forms/form-failure";
import type { FormState } from "@/components/ui/forms/form-state";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { assignParty } from "@/lib/features/parties/commands/assign-carrier";
import { removeParty } from "@/lib/features/parties/commands/remove-role";

/**
 * Makes a party the container's dray carrier. Fields: `containerId`, `party` (an id) or, for one that is not in
 * the list yet, `companyName`. When that one was made but not assigned, `values` has its `party` and `partyName`.
 */
export async function assignPartyAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("dispatch");
    const containerId = idSchema.parse(form.get("containerId"));
    return await assignFrom(form, "Dray carrier assigned.", (partyId) => assignParty(containerId, partyId));
  } catch (error) {
    return formFailure(error, form, PARTY_FIELDS);
  }
}

/** Takes a role off the container. Fields: `containerId`, `roleId`. */
export async function removePartyAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("dispatch");
    const containerId = idSchema.parse(form.get("containerId"));
    const shown = await removeParty(containerId, idSchema.parse(form.get("roleId")));
    return formDone("Dray carrier removed.", shown);
  } catch (error) {
    return formFailure(error, form, PARTY_FIELDS);
  }
}
