"use client";

import { useCallback, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { PartyChoice } from "@/components/containers/page-data";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/forms/field";
import { FormProblem } from "@/components/ui/forms/form-problem";
import type { FormAction } from "@/components/ui/forms/form-state";
import { PartyPicker } from "@/components/ui/forms/party-picker";
import { SubmitButton } from "@/components/ui/forms/submit-button";
import { useFormAction } from "@/components/ui/forms/use-form-action";
import { OnlyWho } from "@/components/ui/permissions";

type Props = {
  /** The record to assign to, as the form's action expects it. */
  record: { containerId: string } | { shipmentId: string };
  /** The available roles. */
  roles?: readonly { value: string; label: string }[];
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

function OpenForm({ record, roles, parties, action }: Props) {
  const [fresh, setFresh] = useState(parties.length === 0);
  const [party, setParty] = useState("");
  const [company, setCompany] = useState("");
  const [role, setRole] = useState(roles?.[0]?.value ?? "");
  const form = useRef<HTMLFormElement>(null);
  const [created, setMade] = useState<PartyChoice | null>(null);
  const onDone = useCallback(() => {
    setParty("");
    setCompany("");
    setFresh(false);
  }, []);
  const [state, send] = useFormAction(action, onDone);
  const { party: madeId, partyName } = state.values;
  // The browser resets a select to its first option after a submit, so it is rendered again with the chosen option.
  const [answered, setAnswered] = useState({ state, times: 0 });
  if (answered.state !== state) setAnswered({ state, times: answered.times + 1 });
  // A party that was created but not assigned is selected before the list contains it.
  if (madeId && partyName && madeId !== created?.id) {
    setMade({ id: madeId, name: partyName });
    setParty(madeId);
    setFresh(false);
  }
  const choices = created && !parties.some(({ id }) => id === created.id) ? [...parties, created] : parties;

  function create(name: string): void {
    // The field must contain the name before the form is sent.
    flushSync(() => {
      setCompany(name);
      setFresh(true);
    });
    form.current?.requestSubmit();
  }

  return (
    <form ref={form} action={send} className="mt-3 flex flex-col gap-2">
      {Object.entries(record).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
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
      {fresh ? (
        <TextField
          id="assign-company"
          name="companyName"
          label="New party’s company name"
          autoComplete="off"
          defaultValue={company || state.values.companyName}
          error={state.fields.companyName ?? state.fields.party}
        />
      ) : (
        <PartyPicker
          id="assign-party"
          name="party"
          label={roles ? "Party" : "Dray carrier"}
          parties={choices}
          value={party}
          onChange={setParty}
          onCreate={{ label: (name) => `Create and assign “${name}”`, create }}
          error={state.fields.party ?? state.fields.companyName}
        />
      )}
      <div className="flex gap-2">
        <SubmitButton pendingText="Assigning…">{fresh ? "Create and assign" : "Assign"}</SubmitButton>
        {(choices.length > 0 || !fresh) && (
          <Button onClick={() => setFresh(!fresh)}>{fresh ? "Select a party" : "New party"}</Button>
        )}
      </div>
    </form>
  );
}
