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
  /** The name to begin with of who joins; null where none is asked for. */
  name: string | null;
  /** How many characters a password has at least. */
  shortest: number;
  /** Whether they sign in afterwards, with a code. */
  codeNext: boolean;
};

/** Name and password of who was invited, the password alone of who lost theirs. What was typed stays after a refusal. */
export function InvitationForm({ token, email, name, shortest, codeNext }: Props) {
  const [{ problem, fields }, send, pending] = useActionState(takeInvitationAction, UNTRIED);
  const take = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    startTransition(() => send(form));
  };
  const [label, doing] = codeNext ? ["Set password", "Keeping it…"] : ["Sign in", "Signing in…"];
  return (
    <form action={send} onSubmit={take} className="flex flex-col gap-3.5 pb-2">
      <FormProblem problem={problem} />
      <input type="hidden" name="token" value={token} />
      <p className="text-ink-2 wrap-anywhere">
        You sign in as <strong className="font-[550] text-ink">{email}</strong>.
      </p>
      {/* For password keepers, which take the field before the password as whose it is. */}
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
          hint="As others here see it next to what you do."
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
        hint={`At least ${shortest} characters: a few words do well.`}
      />
      <Button type="submit" variant="main" disabled={pending} aria-busy={pending}>
        {pending ? doing : label}
      </Button>
      {codeNext && <p className="text-note text-ink-3">Then you sign in with it and a code, as always.</p>}
    </form>
  );
}
