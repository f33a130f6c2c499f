"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { formFailure } from "@/app/(desk)/form-failure";
import type { FormState } from "@/components/ui/form-state";
import { takeInvitation } from "@/lib/auth/invitations";
import { openInvitation } from "@/lib/auth/open-invitation";
import { homePathOf } from "@/lib/auth/return-path";
import { isSameOrigin } from "@/lib/auth/same-origin";
import { startSession } from "@/lib/auth/session";
import { throttledWords } from "@/lib/auth/throttled-words";
import type { User } from "@/lib/auth/users";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

async function take(form: FormData): Promise<User> {
  const sent = await headers();
  if (!isSameOrigin(sent)) throw new AppError("not_allowed", "Only pages of this desk may send this.");
  const [token, name, password] = ["token", "name", "password"].map((field) => String(form.get(field) ?? ""));
  const given = { token: token ?? "", name: name ?? "", password: password ?? "" };
  const now = new Date();
  const opened = await openInvitation(given.token, sent, now);
  if (opened.kind === "throttled") throw new AppError("too_many_tries", throttledWords(opened.waitSeconds));
  return takeInvitation(db(), given, now);
}

/** Takes an invitation and signs its person in. Fields: `token`, `name`, `password`. */
export async function takeInvitationAction(_previous: FormState, form: FormData): Promise<FormState> {
  let user: User;
  try {
    user = await take(form);
    await startSession(user);
  } catch (error) {
    // Nothing of the password goes back.
    form.delete("password");
    return formFailure(error, form, { name: "name", password: "password" });
  }
  redirect(homePathOf(user.role));
}
