"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { signInWithCredentials } from "@/lib/auth/credentials";
import { safeReturnPath } from "@/lib/auth/return-path";
import { startSession } from "@/lib/auth/session";
import { errorCode, problemOfErrorCode } from "./problem-words";

/** What the form shows after a try: the e-mail as typed and what was wrong. */
export type SignInState = { email: string; problem: string | null };

/**
 * Signs in with the form's `email` and `password` and goes to its `callbackUrl`, when that is a page of the desk. A
 * form sent without script is told of a refusal by the address, as next-auth tells it: the page gets no state then.
 */
export async function signIn(_previous: SignInState, form: FormData): Promise<SignInState> {
  const [email, password, returnPath] = ["email", "password", "callbackUrl"].map((name) => form.get(name));
  const sent = await headers();
  const outcome = await signInWithCredentials({ email, password }, sent);
  if (outcome.kind === "signed_in") {
    await startSession(outcome.user);
    redirect(safeReturnPath(returnPath));
  }
  if (!sent.has("next-action")) {
    const address = new URLSearchParams({
      callbackUrl: safeReturnPath(returnPath),
      error: errorCode(outcome),
    });
    redirect(`/sign-in?${address}`);
  }
  return { email: typeof email === "string" ? email : "", problem: problemOfErrorCode(errorCode(outcome)) };
}
