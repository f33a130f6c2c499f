"use server";

import { assignPartyForm, idSchema, PARTY_FIELDS } from "@/app/(dashboard)/_forms/assign-party-form";
import { formAction } from "@/app/(dashboard)/_forms/form-action";
import { formDone } from "@/app/(dashboard)/_forms/form-done";
import { PICKUP_DRAY_CARRIER } from "@/lib/contract/enums";
import { removeParty } from "@/lib/features/parties/commands/party-roles";

const containerOf = (form: FormData) => ({
  type: "container" as const,
  id: idSchema.parse(form.get("containerId")),
});

/** Assigns a party as the container's dray carrier. Fields: `containerId`, and those of `assignPartyForm`. */
export const assignPartyAction = assignPartyForm(
  (form) => ({ on: containerOf(form), role: PICKUP_DRAY_CARRIER }),
  "Dray carrier assigned.",
);

/** Removes a role from the container. Fields: `containerId`, `roleId`. */
export const removePartyAction = formAction(removeParty, {
  read: (form) => ({ on: containerOf(form), roles: [{ roleId: form.get("roleId") }] }),
  done: ({ visibility }) => formDone("Dray carrier removed.", visibility),
  fields: PARTY_FIELDS,
});
