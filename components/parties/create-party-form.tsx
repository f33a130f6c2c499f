"use client";

import { useCallback, useRef, useState } from "react";
import { Card } from "@/components/ui/card";
import { TextField } from "@/components/ui/forms/field";
import { FormDraft } from "@/components/ui/forms/form-draft";
import { FormProblem } from "@/components/ui/forms/form-problem";
import type { FormAction } from "@/components/ui/forms/form-state";
import type { PartyChoice } from "@/components/ui/forms/party-picker";
import { SubmitButton } from "@/components/ui/forms/submit-button";
import { useFormAction } from "@/components/ui/forms/use-form-action";
import { isNearName } from "@/lib/domain/parties/party-names";

/** Creates a party by its company name, and says when one of a similar name exists. */
export function CreatePartyForm({
  parties = [],
  action,
}: {
  parties?: readonly PartyChoice[];
  action: FormAction;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState("");
  const onDone = useCallback(() => {
    form.current?.reset();
    setTyped("");
  }, []);
  const similar = typed.trim() === "" ? undefined : parties.find(({ name }) => isNearName(name, typed));
  const [{ problem, fields, values }, send] = useFormAction(action, onDone);
  return (
    <Card title="New party">
      <form ref={form} action={send} className="flex flex-col gap-3">
        <FormDraft id="new party" />
        <FormProblem problem={problem} />
        <TextField
          id="party-company"
          name="companyName"
          label="Company name"
          autoComplete="organization"
          defaultValue={values.companyName}
          error={fields.companyName}
          hint="A dray carrier, a customer or any company you assign containers to."
          onChange={(event) => setTyped(event.target.value)}
        />
        <p role="status" className="text-note text-soon empty:hidden">
          {similar && `${similar.name} exists already${similar.archivedAt ? ", archived" : ""}.`}
        </p>
        <div>
          <SubmitButton pendingText="Creating…">Create party</SubmitButton>
        </div>
      </form>
    </Card>
  );
}
