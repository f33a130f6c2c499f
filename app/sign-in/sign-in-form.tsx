"use client";

import { unstable_rethrow } from "next/navigation";
import { type SubmitEvent, useActionState, useEffect, useRef, useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { fieldClass } from "@/components/ui/forms/field";
import { type SignInState, signIn } from "./actions";

type Props = { callbackUrl: string; problem: string | null; code: boolean };

/** The code of a second factor, asked for once the password was right. */
function CodeField({ problem }: { problem: string | null }) {
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each answer
  useEffect(() => {
    field.current?.select();
  }, [problem]);
  return (
    <label className="flex flex-col gap-1 text-ink-2">
      Code
      <input
        ref={field}
        type="text"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={32}
        className={fieldClass(problem !== null)}
      />
    </label>
  );
}

/** What a sign-in is refused with before the page's action is reached; any other failure has words of its own. */
const failureText = (error: unknown): string =>
  error instanceof Error && error.message.startsWith("Too many")
    ? error.message
    : "Signing in did not work. Try again in a few seconds.";

/**
 * E-mail and password, and a code where one is asked for. Works without script too, which types the password again then; a
 * refusal stands next to the form in room kept for it.
 */
export function SignInForm({ callbackUrl, problem, code }: Props) {
  // Only a form sent without script uses this state.
  const [posted, submit] = useActionState<SignInState, FormData>(signIn, { email: "", problem, code });
  const [sent, setSent] = useState<SignInState | null>(null);
  const [pending, startSending] = useTransition();
  const state = sent ?? posted;
  const form = useRef<HTMLFormElement>(null);
  const asked = state.code;

  useEffect(() => {
    const password = form.current?.elements.namedItem("password");
    if (!state.email || state.code || !(password instanceof HTMLInputElement)) return;
    password.value = "";
    password.focus();
  }, [state]);

  // Not as the form's action alone: React would empty the password that goes along with the code.
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    startSending(async () => {
      try {
        setSent(await signIn(state, given));
      } catch (error) {
        unstable_rethrow(error);
        setSent({ ...state, email: String(given.get("email") ?? ""), problem: failureText(error) });
      }
    });
  };

  return (
    <form
      ref={form}
      action={submit}
      onSubmit={send}
      className="flex flex-col gap-3.5"
      aria-describedby="sign-in-problem"
    >
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
          className={fieldClass(state.problem !== null && !asked)}
        />
      </label>
      <label className="flex flex-col gap-1 text-ink-2">
        Password
        <input
          type="password"
          name="password"
          autoComplete="current-password"
          required
          maxLength={1024}
          className={fieldClass(state.problem !== null && !asked)}
        />
      </label>
      {asked && <CodeField problem={state.problem} />}
      <Button type="submit" variant="main" disabled={pending} aria-busy={pending}>
        {pending ? "Signing in…" : "Sign in"}
      </Button>
      <div id="sign-in-problem" className="min-h-8 text-note text-late">
        {state.problem && <p role="alert">{state.problem}</p>}
      </div>
    </form>
  );
}
