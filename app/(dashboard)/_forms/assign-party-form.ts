import { z } from "zod";
import type { FormAction, FormState } from "@/components/ui/forms/form-state";
import type { CommandContext } from "@/lib/auth/commands/command";
import type { Visibility } from "@/lib/domain/visibility";
import { createParty } from "@/lib/features/parties/commands/create-party";
import { assignParty } from "@/lib/features/parties/commands/party-roles";
import { replaceParty } from "@/lib/features/parties/commands/replace-party";
import { FieldProblems, signedInForm } from "./form-action";
import { formDone } from "./form-done";
import { type FieldOfPointer, formFailure } from "./form-failure";

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

type Created = { id: string; name: string };
type Wanted = { on: { type: "container" | "shipment"; id: string }; role: string };

/**
 * The form state after the party was created but not assigned. A second submit assigns that party and creates no other.
 */
function notAssigned(
  error: unknown,
  form: FormData,
  { id, name }: Created,
  fields: FieldOfPointer,
): FormState {
  const next = new FormData();
  for (const [field, value] of form) if (field !== "companyName") next.set(field, value);
  next.set("party", id);
  const failure = formFailure(error, next, fields);
  const reason = failure.problem ?? (Object.keys(failure.fields).length > 0 ? "" : "It was not assigned.");
  return {
    ...failure,
    problem: `${name} was created. ${reason}`.trim(),
    values: { ...failure.values, companyName: "", partyName: name },
  };
}

type Assigned = { text: string; visibility: Visibility };

/** Assigns the party next to those that have the role, or instead of the ones that the form showed. */
async function assignOrReplace(
  ctx: CommandContext,
  form: FormData,
  { on, role }: Wanted,
  id: string,
  done: string,
): Promise<Assigned | FieldProblems> {
  const parties = [{ id }];
  if (form.get("mode") !== "replace") {
    const shown = form.get("seenPartyIds");
    const seen = shown === null ? null : String(shown).split(" ").filter(Boolean);
    // The service says that a party which is shown as assigned has the role already.
    const compared = seen?.includes(id) ? null : seen;
    const { visibility } = await assignParty(ctx, { on, role, parties, seen: compared });
    return { text: done, visibility };
  }
  const texts = (name: string) => form.getAll(name).map(String);
  const { assigned, removed, visibility } = await replaceParty(ctx, {
    on,
    role,
    parties,
    replaced: texts("replacedRoleId").map((roleId, place) => ({
      roleId,
      partyId: texts("replacedPartyId")[place],
    })),
    seen: texts("replacedPartyId"),
  });
  if (assigned.length === 0 && removed.length === 0) return new FieldProblems({ party: "Already assigned." });
  return { text: removed.length > 0 ? "Dray carrier replaced." : done, visibility };
}

/**
 * Makes the action of a form that assigns a party. Fields: `party` (an id) or `companyName` for a party that is not in
 * the list yet, those that `read` reads, `seenPartyIds` (what the form showed as assigned; absent: not compared), and with `mode` = replace the roles to replace (`replacedRoleId` and
 * `replacedPartyId`, once each). If the party was created but not assigned, `values` contains its `party`
 * and `partyName`.
 */
export function assignPartyForm(
  read: (form: FormData) => Wanted | FieldProblems,
  done: string,
  fields: FieldOfPointer = PARTY_FIELDS,
): FormAction {
  return signedInForm(
    assignParty.right,
    async (form, ctx) => {
      const wanted = read(form);
      if (wanted instanceof FieldProblems) return wanted;
      const companyName = String(form.get("companyName") ?? "").trim();
      const chosen = idSchema.safeParse(form.get("party"));
      if (!chosen.success && !companyName) return new FieldProblems({ party: "Select a party." });
      const assign = (id: string) => assignOrReplace(ctx, form, wanted, id, done);
      if (chosen.success) {
        const result = await assign(chosen.data);
        return result instanceof FieldProblems ? result : formDone(result.text, result.visibility);
      }
      const party = await createParty(ctx, { companyName });
      try {
        const result = await assign(party.id);
        if (result instanceof FieldProblems) return result;
        return formDone(result.text, result.visibility === "now" ? party.visibility : result.visibility);
      } catch (error) {
        return notAssigned(error, form, { id: party.id, name: companyName }, fields);
      }
    },
    { fields },
  );
}
