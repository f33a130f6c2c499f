"use client";

import { useActionState, useEffect, useRef } from "react";
import { fieldClass } from "@/components/ui/field";
import { SubmitButton } from "@/components/ui/submit-button";
import { type SignInState, signIn } from "./actions";

/** E-mail and password. Works without script too; a refusal stands beside the form in room kept for it. */
export function SignInForm({ callbackUrl, problem }: { callbackUrl: string; problem: string | null }) {
  const [state, submit] = useActionState<SignInState, FormData>(signIn, { email: "", problem });
  const password = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (state.email) password.current?.focus();
  }, [state]);

  return (
    <form action={submit} className="flex flex-col gap-3.5" aria-describedby="sign-in-problem">
      <input type="hidden" name="callbackUrl" value={callbackUrl} />
      <label className="flex flex-col gap-1 text-ink-2">
        E-mail
        <input
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={254}
          defaultValue={state.email}
          // biome-ignore lint/a11y/noAutofocus: the page has nothing else to do
          autoFocus
          className={fieldClass(state.problem !== null)}
        />
      </label>
      <label className="flex flex-col gap-1 text-ink-2">
        Password
        <input
          ref={password}
          type="password"
          name="password"
          autoComplete="current-password"
          required
          maxLength={1024}
          className={fieldClass(state.problem !== null)}
        />
      </label>
      <SubmitButton pendingText="Signing in…">Sign in</SubmitButton>
      <div id="sign-in-problem" className="min-h-8 text-note text-late">
        {state.problem && <p role="alert">{state.problem}</p>}
      </div>
    </form>
  );
}
