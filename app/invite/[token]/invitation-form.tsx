"use client";

import { type SubmitEvent, startTransition, useActionState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/forms/field";
import { FormProblem } from "@/components/ui/forms/form-problem";
import { UNTRIED } from "@/components/ui/forms/form-state";
import { takeInvitationAction } from "./actions";

type Props = {
  token: string;
  email: string;
  /** The initial name of the invited user. Null if no name is requested. */
  name: string | null;
  /** The minimum password length in characters. */
  shortest: number;
  /** Whether the user signs in afterwards with a code. */
  codeNext: boolean;
};

/** Name and password for an invited user, the password alone for a reset. Typed values are kept after a rejection. */
export function InvitationForm({ token, email, name, shortest, codeNext }: Props) {
  const [{ problem, fields }, send, pending] = useActionState(takeInvitationAction, UNTRIED);
  const take = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    startTransition(() => send(form));
  };
  const [label, doing] = codeNext ? ["Set password", "Saving…"] : ["Sign in", "Signing in…"];
  return (
    <form action={send} onSubmit={take} className="flex flex-col gap-3.5 pb-2">
      <FormProblem problem={problem} />
      <input type="hidden" name="token" value={token} />
      <p className="text-ink-2 wrap-anywhere">
        You sign in as <strong className="font-[550] text-ink">{email}</strong>.
      </p>
      {/* Password managers read the field before the password as the user name. */}
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      {name !== null && (
        <TextField
          id="invitation-name"
          name="name"
          label="Name"
          optional
          autoComplete="name"
          maxLength={100}
          defaultValue={name}
          error={fields.name}
          hint="Shown to other users next to your activity."
        />
      )}
      <TextField
        id="invitation-password"
        name="password"
        type="password"
        label={name === null ? "New password" : "Password"}
        autoComplete="new-password"
        maxLength={1024}
        required
        error={fields.password}
        hint={`At least ${shortest} characters. A short phrase works well.`}
      />
      <Button type="submit" variant="main" disabled={pending} aria-busy={pending}>
        {pending ? doing : label}
      </Button>
      {codeNext && <p className="text-note text-ink-3">Next, sign in with it and a code.</p>}
    </form>
  );
}
