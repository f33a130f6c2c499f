"use client";

import { useCallback, useId, useState } from "react";
import { useMinute } from "@/components/time/clock";
import { SelectField } from "@/components/ui/forms/field";
import { ChoiceField, FormDraft } from "@/components/ui/forms/form-draft";
import { FormProblem } from "@/components/ui/forms/form-problem";
import type { FormAction } from "@/components/ui/forms/form-state";
import { type PartyChoice, PartyPicker } from "@/components/ui/forms/party-picker";
import { SubmitButton } from "@/components/ui/forms/submit-button";
import { useFormAction } from "@/components/ui/forms/use-form-action";
import { OnlyWho } from "@/components/ui/permissions";
import { withKeys } from "@/components/ui/with-keys";
import { replacesByDefault } from "@/lib/features/parties/rules";
import { type CarrierOrder, openOrderOf, orderEndsText } from "@/lib/features/work-orders/messages";

/** A party in the role now, which an assignment can replace. */
type Assigned = { roleId: string; partyId: string; name: string };

type Props = {
  /** The record to assign to, as the form's action expects it. */
  record: { containerId: string } | { shipmentId: string };
  /** The available roles. */
  roles?: readonly { value: string; label: string }[];
  /** The parties that are assigned now and can be replaced. */
  assigned?: readonly Assigned[];
  /** The work orders of the container. One of a party that is replaced ends. */
  orders?: readonly CarrierOrder[];
  parties: readonly PartyChoice[];
  action: FormAction;
};

/**
 * Assigns a party: one of the account's, or a new one by its company name. Without `roles`, assigns the dray carrier.
 */
export function AssignForm(props: Props) {
  return (
    <OnlyWho may="dispatch">
      <OpenForm {...props} />
    </OnlyWho>
  );
}

/** The choice to replace the assigned parties or to add one, which names those that are assigned now. */
function Mode({
  assigned,
  orders,
  replaces,
  onChoose,
}: {
  assigned: readonly Assigned[];
  orders: readonly CarrierOrder[];
  replaces: boolean;
  onChoose: (replaces: boolean) => void;
}) {
  const group = useId();
  const now = useMinute();
  const ending = assigned.flatMap(({ partyId, name }) => {
    const order = openOrderOf(orders, partyId);
    const text = order ? orderEndsText(order, new Date(now)) : null;
    return text ? `If you replace ${name || "this party"}: ${text}` : [];
  });
  const names = assigned.map(({ name }) => name || "an unnamed party").join(", ");
  const choices = [
    { label: `Replace ${names}`, value: true },
    { label: "Add", value: false },
  ];
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-ink-2">Assigned now: {names}</legend>
      {choices.map(({ label, value }) => (
        <label key={label} className="flex items-baseline gap-1.5 wrap-anywhere">
          <input
            type="radio"
            name={group}
            className="accent-[var(--accent)]"
            checked={replaces === value}
            onChange={() => onChoose(value)}
          />
          {label}
        </label>
      ))}
      {replaces &&
        withKeys(ending, (text) => text).map(({ key, item: text }) => (
          <p key={key} className="text-small text-soon wrap-anywhere">
            {text}
          </p>
        ))}
      <ChoiceField
        name="mode"
        value={replaces ? "replace" : "add"}
        onRestore={(mode) => onChoose(mode === "replace")}
      />
      {replaces &&
        assigned.map(({ roleId, partyId }) => (
          <span key={roleId} hidden>
            <input type="hidden" name="replacedRoleId" value={roleId} />
            <input type="hidden" name="replacedPartyId" value={partyId} />
          </span>
        ))}
    </fieldset>
  );
}

const NONE_ASSIGNED: readonly Assigned[] = [];

function OpenForm({ record, roles, assigned: known, orders = [], parties, action }: Props) {
  const assigned = known ?? NONE_ASSIGNED;
  const [party, setParty] = useState("");
  const [company, setCompany] = useState("");
  const [role, setRole] = useState(roles?.[0]?.value ?? "");
  const [mode, setMode] = useState<boolean | null>(null);
  // The parties that were assigned when the user chose one, so that a change by another user is reported.
  const [seen, setSeen] = useState<readonly Assigned[] | null>(null);
  const [created, setMade] = useState<PartyChoice | null>(null);
  const onDone = useCallback(() => {
    setParty("");
    setCompany("");
    setMode(null);
    setSeen(null);
  }, []);
  const [state, send] = useFormAction(action, onDone);
  const { party: madeId, partyName } = state.values;
  // The browser resets the fields to their first state after a submit, so they are rendered again with the chosen one.
  const [answered, setAnswered] = useState({ state, times: 0 });
  if (answered.state !== state) {
    setAnswered({ state, times: answered.times + 1 });
    setSeen(null);
  }
  // A party that was created but not assigned is selected before the list contains it.
  if (madeId && partyName && madeId !== created?.id) {
    setMade({ id: madeId, name: partyName });
    setParty(madeId);
    setCompany("");
  }
  const choices = created && !parties.some(({ id }) => id === created.id) ? [...parties, created] : parties;
  const shown = seen ?? assigned;
  const replaces = mode ?? replacesByDefault(shown.length);

  function choose(id: string, name: string): void {
    setParty(id);
    setCompany(name);
    setMode((now) => now ?? replaces);
    setSeen(shown);
  }

  return (
    <form action={send} className="mt-3 flex flex-col gap-2">
      {Object.entries(record).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {known && (
        <input type="hidden" name="seenPartyIds" value={shown.map(({ partyId }) => partyId).join(" ")} />
      )}
      <FormDraft id={`assign ${Object.values(record).join(" ")}`} />
      <FormProblem problem={state.problem} />
      {roles && (
        <SelectField
          key={answered.times}
          id="assign-role"
          name="role"
          label="Role"
          options={roles}
          defaultValue={role}
          onChange={(event) => setRole(event.target.value)}
          hint="Available roles depend on the tracking service."
          error={state.fields.role}
        />
      )}
      {shown.length > 0 && (
        <Mode
          key={`mode ${answered.times}`}
          assigned={shown}
          orders={orders}
          replaces={replaces}
          onChoose={setMode}
        />
      )}
      <PartyPicker
        id="assign-party"
        name="party"
        label={roles ? "Party" : "Dray carrier"}
        parties={choices}
        value={party}
        onChange={(id) => choose(id, "")}
        newParty={{ name: company, onChoose: (name) => choose("", name) }}
        error={state.fields.party ?? state.fields.companyName}
      />
      <div>
        <SubmitButton pendingText="Assigning…">{company ? "Create and assign" : "Assign"}</SubmitButton>
      </div>
    </form>
  );
}
