import { z } from "zod";
import type { FormState } from "@/components/ui/forms/form-state";
import type { Visibility } from "@/lib/domain/visibility";
import { createParty } from "@/lib/features/parties/commands/create-party";
import { formDone } from "./form-done";
import { fieldProblems, formFailure } from "./form-failure";

export const idSchema = z.string().min(1).max(200);
/**
 * Maps parts of the service's error pointers to form fields. `role` maps to the party field in forms without a role
 * choice.
 */
export const PARTY_FIELDS = {
  party: "party",
  role: "party",
  id: "party",
  customer: "companyName",
  company_name: "companyName",
};

type FieldOf = Readonly<Record<string, string>>;
type MadeParty = { id: string; name: string };

/**
 * The form state after the party was created but not assigned. A second submit assigns that party and creates no other.
 */
function notAssigned(error: unknown, form: FormData, { id, name }: MadeParty, fieldOf: FieldOf): FormState {
  const next = new FormData();
  for (const [field, value] of form) if (field !== "companyName") next.set(field, value);
  next.set("party", id);
  const failure = formFailure(error, next, fieldOf);
  const reason = failure.problem ?? (Object.keys(failure.fields).length > 0 ? "" : "It was not assigned.");
  return {
    ...failure,
    problem: `${name} was created. ${reason}`.trim(),
    values: { ...failure.values, companyName: "", partyName: name },
  };
}

/**
 * Assigns the party named in a form. Fields: `party` (an id) or `companyName` for a party that is not in the list yet.
 * If the party was created but not assigned, `values` contains its `party` and `partyName`.
 */
export async function assignFrom(
  form: FormData,
  done: string,
  assign: (partyId: string) => Promise<Visibility>,
  fieldOf: FieldOf = PARTY_FIELDS,
): Promise<FormState> {
  let created: MadeParty | null = null;
  try {
    const companyName = String(form.get("companyName") ?? "").trim();
    const chosen = idSchema.safeParse(form.get("party"));
    if (!chosen.success && !companyName) return fieldProblems(form, { party: "Select a party." });
    if (chosen.success) return formDone(done, await assign(chosen.data));
    const { id, visibility: partyShown } = await createParty(companyName);
    created = { id, name: companyName };
    const shown = await assign(id);
    return formDone(done, shown === "now" ? partyShown : shown);
  } catch (error) {
    if (created !== null) return notAssigned(error, form, created, fieldOf);
    return formFailure(error, form, fieldOf);
  }
}
