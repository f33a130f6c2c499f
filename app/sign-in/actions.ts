"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { signInWithCredentials } from "@/lib/auth/credentials";
import { safeReturnPath } from "@/lib/auth/return-path";
import { startSession } from "@/lib/auth/session";
import { REFUSED, throttledWords } from "./problem-words";

/** What the form shows after a try: the e-mail as typed and what was wrong. */
export type SignInState = { email: string; problem: string | null };

/** Signs in with the form's `email` and `password` and goes to its `callbackUrl`, when that is a page of the desk. */
export async function signIn(_previous: SignInState, form: FormData): Promise<SignInState> {
  const outcome = await signInWithCredentials(
    { email: form.get("email"), password: form.get("password") },
    await headers(),
  );
  if (outcome.kind === "signed_in") {
    await startSession(outcome.user);
    redirect(safeReturnPath(form.get("callbackUrl")));
  }
  const email = form.get("email");
  return {
    email: typeof email === "string" ? email : "",
    problem: outcome.kind === "throttled" ? throttledWords(outcome.waitSeconds) : REFUSED,
  };
}
