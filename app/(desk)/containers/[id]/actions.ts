"use server";

import { z } from "zod";
import { formDone } from "@/app/(desk)/form-done";
import { fieldProblems, formFailure } from "@/app/(desk)/form-failure";
import type { FormState } from "@/components/ui/form-state";
import { requireSession } from "@/lib/auth/session";
import { assignParty } from "@/lib/operations/assign-party";
import { createParty } from "@/lib/operations/create-party";
import { removeParty } from "@/lib/operations/remove-party";

const idSchema = z.string().min(1).max(200);
const PARTY_FIELDS = {
  party: "party",
  role: "party",
  id: "party",
  customer: "companyName",
  company_name: "companyName",
};

type MadeParty = { id: string; name: string };

/** The form after its party was made and not assigned: sent again it assigns that one and makes no other. */
function notAssigned(error: unknown, form: FormData, { id, name }: MadeParty): FormState {
  const next = new FormData();
  for (const [field, value] of form) if (field !== "companyName") next.set(field, value);
  next.set("party", id);
  const failure = formFailure(error, next, PARTY_FIELDS);
  const why = failure.problem ?? (Object.keys(failure.fields).length > 0 ? "" : "It was not assigned.");
  return {
    ...failure,
    problem: `${name} exists as a party now. ${why}`.trim(),
    values: { ...failure.values, companyName: "", partyName: name },
  };
}

/**
 * Makes a party the container's dray carrier. Fields: `containerId`, `party` (an id) or, for one that is not in
 * the list yet, `companyName`. When that one was made but not assigned, `values` has its `party` and `partyName`.
 */
export async function assignPartyAction(_previous: FormState, form: FormData): Promise<FormState> {
  let made: MadeParty | null = null;
  try {
    await requireSession();
    const containerId = idSchema.parse(form.get("containerId"));
    const companyName = String(form.get("companyName") ?? "").trim();
    const chosen = idSchema.safeParse(form.get("party"));
    if (!chosen.success && !companyName) return fieldProblems(form, { party: "Choose a party." });
    if (chosen.success)
      return formDone("Dray carrier assigned.", await assignParty(containerId, chosen.data));
    const { id, shown: partyShown } = await createParty(companyName);
    made = { id, name: companyName };
    const shown = await assignParty(containerId, id);
    return formDone("Dray carrier assigned.", shown === "now" ? partyShown : shown);
  } catch (error) {
    if (made !== null) return notAssigned(error, form, made);
    return formFailure(error, form, PARTY_FIELDS);
  }
}

/** Takes a role off the container. Fields: `containerId`, `roleId`. */
export async function removePartyAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession();
    const containerId = idSchema.parse(form.get("containerId"));
    const shown = await removeParty(containerId, idSchema.parse(form.get("roleId")));
    return formDone("Dray carrier removed.", shown);
  } catch (error) {
    return formFailure(error, form, PARTY_FIELDS);
  }
}
