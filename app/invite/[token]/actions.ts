"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { isForm } from "@/app/_http/known-error";
import { formFailure } from "@/app/(dashboard)/_forms/form-failure";
import type { FormState } from "@/components/ui/forms/form-state";
import { isSameOrigin } from "@/lib/auth/access/same-origin";
import { noteSignIn } from "@/lib/auth/accounts/users";
import { startSession } from "@/lib/auth/sign-in/current-session";
import { homePathOf } from "@/lib/auth/sign-in/return-path";
import { throttledText } from "@/lib/auth/throttling/throttle-message";
import { takeInvitation } from "@/lib/features/users/commands/invitations";
import { openInvitation } from "@/lib/features/users/commands/open-invitation";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";

/** Accepts the invitation, signs the user in and returns the next page. A second factor is requested at sign-in. */
async function take(form: FormData): Promise<string> {
  const sent = await headers();
  if (!isSameOrigin(sent)) throw new AppError("not_allowed", "Only Drayboard pages can send this request.");
  const [token, name, password] = ["token", "name", "password"].map((field) => String(form.get(field) ?? ""));
  const input = { token: token ?? "", name: name ?? "", password: password ?? "" };
  const now = new Date();
  const opened = await openInvitation(input.token, sent, now);
  if (opened.kind === "throttled") throw new AppError("too_many_tries", throttledText(opened.waitSeconds));
  const { user, invitation } = await takeInvitation(db(), input, now);
  if (invitation.secondFactor) return "/sign-in?chosen=password";
  await startSession(user);
  await noteSignIn(db(), user.id);
  return homePathOf(user.role);
}

/** Accepts an invitation or a password reset link and signs the user in. Fields: `token`, `name`, `password`. */
export async function takeInvitationAction(_previous: FormState, form: FormData): Promise<FormState> {
  let next: string;
  try {
    next = await take(form);
  } catch (error) {
    // The password is not sent back.
    if (isForm(form)) form.delete("password");
    return formFailure(error, form, { name: "name", password: "password" });
  }
  redirect(next);
}
