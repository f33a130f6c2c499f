"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { isForm } from "@/app/_http/known-error";
import { startSession } from "@/lib/auth/sign-in/current-session";
import { landingPath, safeReturnPath } from "@/lib/auth/sign-in/return-path";
import { signInWithCredentials } from "@/lib/auth/sign-in/verify-credentials";
import { asksForCode, errorCode, problemOfErrorCode } from "./problem-text";

/** What the form shows after a try: the e-mail as typed, what was wrong, and whether a code is asked for. */
export type SignInState = { email: string; problem: string | null; code: boolean };

/**
 * Signs in with the form's `email` and `password`, and `code` where there is a second factor, and goes to its `callbackUrl`, when that is a page of the dashboard. A
 * form sent without script is notified of a refusal by the address, as next-auth tells it: the page gets no state then.
 */
export async function signIn(_previous: SignInState, form: FormData): Promise<SignInState> {
  const sentForm = isForm(form) ? form : new FormData();
  const [email, password, code, returnPath] = ["email", "password", "code", "callbackUrl"].map((name) =>
    sentForm.get(name),
  );
  const sent = await headers();
  const outcome = await signInWithCredentials({ email, password, code }, sent);
  if (outcome.kind === "signed_in") {
    await startSession(outcome.user);
    redirect(landingPath(returnPath, outcome.user.role));
  }
  if (!sent.has("next-action")) {
    const address = new URLSearchParams({
      callbackUrl: safeReturnPath(returnPath),
      error: errorCode(outcome),
    });
    redirect(`/sign-in?${address}`);
  }
  const error = errorCode(outcome);
  return {
    email: typeof email === "string" ? email : "",
    problem: problemOfErrorCode(error),
    // Once it was asked for it stays: whoever is throttled comes back with a code.
    code: asksForCode(error) || (code !== null && outcome.kind !== "refused"),
  };
}
