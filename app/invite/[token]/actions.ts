"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { formFailure } from "@/app/(desk)/form-failure";
import { isForm } from "@/app/understood-error";
import type { FormState } from "@/components/ui/form-state";
import { takeInvitation } from "@/lib/auth/invitations";
import { openInvitation } from "@/lib/auth/open-invitation";
import { homePathOf } from "@/lib/auth/return-path";
import { isSameOrigin } from "@/lib/auth/same-origin";
import { startSession } from "@/lib/auth/session";
import { throttledWords } from "@/lib/auth/throttled-words";
import { noteSignIn } from "@/lib/auth/users";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

/** Takes the invitation and signs its person in; where they go on. A second factor is asked for where one signs in. */
async function take(form: FormData): Promise<string> {
  const sent = await headers();
  if (!isSameOrigin(sent)) throw new AppError("not_allowed", "Only pages of this desk may send this.");
  const [token, name, password] = ["token", "name", "password"].map((field) => String(form.get(field) ?? ""));
  const given = { token: token ?? "", name: name ?? "", password: password ?? "" };
  const now = new Date();
  const opened = await openInvitation(given.token, sent, now);
  if (opened.kind === "throttled") throw new AppError("too_many_tries", throttledWords(opened.waitSeconds));
  const { user, invitation } = await takeInvitation(db(), given, now);
  if (invitation.secondFactor) return "/sign-in?chosen=password";
  await startSession(user);
  await noteSignIn(db(), user.id);
  return homePathOf(user.role);
}

/** Takes an invitation, or a link to another password, and signs its person in. Fields: `token`, `name`, `password`. */
export async function takeInvitationAction(_previous: FormState, form: FormData): Promise<FormState> {
  let next: string;
  try {
    next = await take(form);
  } catch (error) {
    // Nothing of the password goes back.
    if (isForm(form)) form.delete("password");
    return formFailure(error, form, { name: "name", password: "password" });
  }
  redirect(next);
}
