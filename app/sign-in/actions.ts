"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { isForm } from "@/app/_http/known-error";
import { startSession } from "@/lib/auth/sign-in/current-session";
import { landingPath, safeReturnPath } from "@/lib/auth/sign-in/return-path";
import { signInWithCredentials } from "@/lib/auth/sign-in/verify-credentials";
import { asksForCode, errorCode, problemOfErrorCode } from "./problem-text";

/** The form state after an attempt: the typed e-mail, the problem, and whether a code is requested. */
export type SignInState = { email: string; problem: string | null; code: boolean };

/**
 * Signs in with the form's `email` and `password`, and `code` for a second factor. Redirects to its `callbackUrl` if
 * that is a page of the dashboard. A form sent without JavaScript receives no state, so the address contains the error,
 * as next-auth writes it.
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
    // Once requested, the code field remains, so that a throttled user can retry with a code.
    code: asksForCode(error) || (code !== null && outcome.kind !== "refused"),
  };
}
