"use server";

import { z } from "zod";
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

const done = (words: string): FormState => ({ done: words, problem: null, fields: {}, values: {} });

/**
 * Makes a party the container's dray carrier. Fields: `containerId`, `party` (an id) or, for one that is not in
 * the list yet, `companyName`.
 */
export async function assignPartyAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession();
    const containerId = idSchema.parse(form.get("containerId"));
    const companyName = String(form.get("companyName") ?? "").trim();
    const chosen = idSchema.safeParse(form.get("party"));
    if (!chosen.success && !companyName) return fieldProblems(form, { party: "Choose a party." });
    const partyId = chosen.success ? chosen.data : await createParty(companyName);
    await assignParty(containerId, partyId);
    return done("Dray carrier assigned.");
  } catch (error) {
    return formFailure(error, form, PARTY_FIELDS);
  }
}

/** Takes a role off the container. Fields: `containerId`, `roleId`. */
export async function removePartyAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession();
    const containerId = idSchema.parse(form.get("containerId"));
    await removeParty(containerId, idSchema.parse(form.get("roleId")));
    return done("Dray carrier removed.");
  } catch (error) {
    return formFailure(error, form, PARTY_FIELDS);
  }
}
