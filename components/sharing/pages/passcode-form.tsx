"use client";

import { useActionState } from "react";
import { TextField } from "@/components/ui/forms/field";
import { type FormAction, UNTRIED } from "@/components/ui/forms/form-state";
import { SubmitButton } from "@/components/ui/forms/submit-button";

/** Requests the passcode of a link. The correct one replaces the form with the page. */
export function PasscodeForm({ token, action }: { token: string; action: FormAction }) {
  const [{ problem }, send] = useActionState(action, UNTRIED);
  return (
    <main className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center gap-3 p-6">
      <h1 className="text-lead font-[600]">This link requires a passcode</h1>
      <form action={send} className="flex flex-col gap-3">
        <input type="hidden" name="token" value={token} />
        <TextField
          id="passcode"
          name="passcode"
          label="Passcode"
          hint="Ask the sender for the passcode."
          error={problem}
          type="password"
          autoComplete="off"
          required
          maxLength={64}
        />
        <SubmitButton pendingText="Opening…">Open</SubmitButton>
      </form>
    </main>
  );
}
