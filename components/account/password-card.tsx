"use client";

import { type SubmitEvent, startTransition, useCallback, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { TextField } from "@/components/ui/forms/field";
import { FormButtons } from "@/components/ui/forms/form-buttons";
import { FormProblem } from "@/components/ui/forms/form-problem";
import type { FormAction } from "@/components/ui/forms/form-state";
import { useFormAction } from "@/components/ui/forms/use-form-action";

type Props = { email: string; action: FormAction };

function OpenForm({ email, action, onDone }: Props & { onDone: () => void }) {
  const [{ problem, fields }, send, pending] = useFormAction(action, onDone);
  const change = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    startTransition(() => send(form));
  };
  return (
    <form onSubmit={change} className="grid gap-2.5 sm:grid-cols-2">
      {problem && (
        <div className="sm:col-span-2">
          <FormProblem problem={problem} />
        </div>
      )}
      {/* Password managers read the field before the password as the user name. */}
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      <TextField
        id="password-present"
        name="present"
        type="password"
        label="Current password"
        autoComplete="current-password"
        maxLength={1024}
        required
        autoFocus
        error={fields.present}
      />
      <TextField
        id="password-next"
        name="next"
        type="password"
        label="New password"
        autoComplete="new-password"
        maxLength={1024}
        required
        error={fields.next}
        hint="At least 12 characters. A short phrase works well."
      />
      <div className="sm:col-span-2">
        <FormButtons label="Change password" pendingText="Changing…" pending={pending} onLeave={onDone} />
      </div>
    </form>
  );
}

/** The card to change the user's password. */
export function PasswordCard({ email, action }: Props) {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <Card title="Password">
      {open ? (
        <OpenForm email={email} action={action} onDone={close} />
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <Button onClick={() => setOpen(true)}>Change password</Button>
          <span className="text-note text-ink-3">You will be signed out of all other browsers.</span>
        </div>
      )}
    </Card>
  );
}
