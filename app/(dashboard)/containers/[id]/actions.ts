"use server";

import { assignFrom, idSchema, PARTY_FIELDS } from "@/app/(dashboard)/_forms/assign-party-form";
import { formDone } from "@/app/(dashboard)/_forms/form-done";
import { formFailure } from "@/app/(dashboard)/_forms/form-failure";
import type { FormState } from "@/components/ui/forms/form-state";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { assignParty, removeRole } from "@/lib/features/parties/commands/change-roles";

/**
 * Assigns a party as the container's dray carrier. Fields: `containerId`, `party` (an id) or `companyName` for a party
 * that is not in the list yet. If the party was created but not assigned, `values` contains its `party` and
 * `partyName`.
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

/** Removes a role from the container. Fields: `containerId`, `roleId`. */
export async function removePartyAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("dispatch");
    const containerId = idSchema.parse(form.get("containerId"));
    const shown = await removeRole(
      { type: "container", id: containerId },
      idSchema.parse(form.get("roleId")),
    );
    return formDone("Dray carrier removed.", shown);
  } catch (error) {
    return formFailure(error, form, PARTY_FIELDS);
  }
}
