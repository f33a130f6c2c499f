"use client";

import { unstable_rethrow } from "next/navigation";
import { type SubmitEvent, useActionState, useEffect, useRef, useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { fieldClass } from "@/components/ui/forms/field";
import { type SignInState, signIn } from "./actions";

type Props = { callbackUrl: string; problem: string | null; code: boolean };

/** The code field of a second factor, shown after the correct password. */
function CodeField({ problem }: { problem: string | null }) {
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each response
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

/** The message for a rejection before the page's action is reached. Other failures have their own message. */
const failureText = (error: unknown): string =>
  error instanceof Error && /^(?:Too many|Only Drayboard pages)/.test(error.message)
    ? error.message
    : "Couldn’t sign in. Try again in a few seconds.";

/**
 * Email and password, and a code if requested. Works without JavaScript; the user then types the password again. A
 * rejection is shown in reserved space, so the layout does not move.
 */
export function SignInForm({ callbackUrl, problem, code }: Props) {
  // Only a form sent without JavaScript uses this state.
  const [posted, submit] = useActionState<SignInState, FormData>(signIn, { email: "", problem, code });
  const [sent, setSent] = useState<SignInState | null>(null);
  const [pending, startSending] = useTransition();
  const state = sent ?? posted;
  const form = useRef<HTMLFormElement>(null);
  const requested = state.code;

  useEffect(() => {
    const password = form.current?.elements.namedItem("password");
    if (!state.email || state.code || !(password instanceof HTMLInputElement)) return;
    password.value = "";
    password.focus();
  }, [state]);

  // Not only as the form's action: React would reset the password that is sent with the code.
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const options = new FormData(event.currentTarget);
    startSending(async () => {
      try {
        setSent(await signIn(state, options));
      } catch (error) {
        unstable_rethrow(error);
        setSent({ ...state, email: String(options.get("email") ?? ""), problem: failureText(error) });
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
        Email
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
          className={fieldClass(state.problem !== null && !requested)}
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
          className={fieldClass(state.problem !== null && !requested)}
        />
      </label>
      {requested && <CodeField problem={state.problem} />}
      <Button type="submit" variant="main" disabled={pending} aria-busy={pending}>
        {pending ? "Signing in…" : "Sign in"}
      </Button>
      <div id="sign-in-problem" className="min-h-8 text-note text-late">
        {state.problem && <p role="alert">{state.problem}</p>}
      </div>
    </form>
  );
}
