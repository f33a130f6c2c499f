"use client";

import { useCallback, useRef } from "react";
import { Card } from "@/components/ui/card";
import { TextField } from "@/components/ui/forms/field";
import { FormProblem } from "@/components/ui/forms/form-problem";
import type { FormAction } from "@/components/ui/forms/form-state";
import { SubmitButton } from "@/components/ui/forms/submit-button";
import { useFormAction } from "@/components/ui/forms/use-form-action";

/** Creates a party by its company name. */
export function CreatePartyForm({ action }: { action: FormAction }) {
  const form = useRef<HTMLFormElement>(null);
  const onDone = useCallback(() => form.current?.reset(), []);
  const [{ problem, fields, values }, send] = useFormAction(action, onDone);
  return (
    <Card title="New party">
      <form ref={form} action={send} className="flex flex-col gap-3">
        <FormProblem problem={problem} />
        <TextField
          id="party-company"
          name="companyName"
          label="Company name"
          autoComplete="organization"
          defaultValue={values.companyName}
          error={fields.companyName}
          hint="A dray carrier, a customer or any company you assign containers to."
        />
        <div>
          <SubmitButton pendingText="Creating…">Create party</SubmitButton>
        </div>
      </form>
    </Card>
  );
}
