"use server";

import { z } from "zod";
import { dashboardFailure } from "@/app/(dashboard)/_forms/dashboard-failure";
import { formFailure } from "@/app/(dashboard)/_forms/form-failure";
import type { FormState } from "@/components/ui/forms/form-state";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { confirmSsoLink, dismissSsoLink } from "@/lib/auth/sso/sso-link-requests";
import { changeUser, setUserDisabled, signOutEverywhere } from "@/lib/features/users/commands/change-user";
import { inviteAgain, inviteUser, type NewInvitation } from "@/lib/features/users/commands/invitations";
import { makeResetLink, removeLostFactor } from "@/lib/features/users/commands/reset-password";
import { revokeGivenOut } from "@/lib/features/users/commands/revoke-access";
import { findUserVersion } from "@/lib/features/users/queries";
import { config } from "@/lib/platform/config/config";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";

const done = (text: string, values: Readonly<Record<string, string>> = {}): FormState => ({
  done: text,
  problem: null,
  fields: {},
  values,
});

const withLink = (text: string, { email, token }: NewInvitation): FormState =>
  done(text, { email, link: `${config().publicUrl}/invite/${token}` });

const invited = (created: NewInvitation) => withLink(`Invitation for ${created.email} created.`, created);

const textOf = (form: FormData, name: string) => String(form.get(name) ?? "");

const termsOf = (form: FormData) => ({
  name: textOf(form, "name"),
  role: textOf(form, "role"),
  partyIds: form.getAll("partyIds").map(String),
  seesCharges: form.has("seesCharges"),
});

const failure = (error: unknown, form: FormData): Promise<FormState> | FormState => {
  const pointed = error instanceof AppError && error.details.length > 0;
  if (pointed) return formFailure(error, form, { email: "email" });
  return dashboardFailure(error, form, async () => ({
    version: String((await findUserVersion(db(), z.uuid().parse(form.get("id")))) ?? 0),
  }));
};

/**
 * Invites a user. The value `link` is the invitation link. Fields: `email`, `name`, `role`, `partyIds`, `seesCharges`.
 */
export async function inviteUserAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const by = await requireSession("administer");
    const requested = { ...termsOf(form), email: textOf(form, "email") };
    return invited(await inviteUser(db(), by, requested, new Date()));
  } catch (error) {
    return failure(error, form);
  }
}

/** Creates another link for an invitation that was not accepted yet, in the value `link`. Field: `id`. */
export async function inviteAgainAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const by = await requireSession("administer");
    return invited(await inviteAgain(db(), by, { id: textOf(form, "id") }, new Date()));
  } catch (error) {
    return failure(error, form);
  }
}

/** Changes a user. Fields: `id`, `version` (as last seen by the admin), `name`, `role`, `partyIds`, `seesCharges`. */
export async function changeUserAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const by = await requireSession("administer");
    const requested = { ...termsOf(form), id: textOf(form, "id"), version: textOf(form, "version") };
    return done(`${await changeUser(db(), by, requested)} saved.`);
  } catch (error) {
    return failure(error, form);
  }
}

const revokedText = (count: number) =>
  count === 1 ? "Their link or token was revoked." : `All ${count} of their links and tokens were revoked.`;

async function setDisabled(form: FormData, disabled: boolean): Promise<FormState> {
  try {
    const by = await requireSession("administer");
    const requested = {
      id: textOf(form, "id"),
      version: textOf(form, "version"),
      revoke: form.has("revoke"),
    };
    const { email, revoked } = await setUserDisabled(db(), by, requested, disabled, new Date());
    const text = `${email} ${disabled ? "disabled and signed out" : "enabled"}.`;
    return done(revoked > 0 ? `${text} ${revokedText(revoked)}` : text);
  } catch (error) {
    return failure(error, form);
  }
}

/**
 * Disables a user. Fields: `id`, `version`, and `revoke` to also revoke the links, embeds and tokens that the user
 * issued.
 */
export async function disableUserAction(_previous: FormState, form: FormData): Promise<FormState> {
  return setDisabled(form, true);
}

/** Enables a disabled user. Fields: `id`, `version`. */
export async function enableUserAction(_previous: FormState, form: FormData): Promise<FormState> {
  return setDisabled(form, false);
}

/** Ends all sessions of a user. Field: `id`. */
export async function signOutEverywhereAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const by = await requireSession("administer");
    return done(`${await signOutEverywhere(db(), by, { id: textOf(form, "id") })} signed out everywhere.`);
  } catch (error) {
    return failure(error, form);
  }
}

/** Creates a password reset link, in the value `link`. Field: `id`. */
export async function makeResetLinkAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const by = await requireSession("administer");
    const created = await makeResetLink(db(), by, { id: textOf(form, "id") }, new Date());
    return withLink(`Link for ${created.email} created.`, created);
  } catch (error) {
    return failure(error, form);
  }
}

/** Removes a user's lost second factor. Field: `id`. */
export async function removeLostFactorAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const by = await requireSession("administer");
    const email = await removeLostFactor(db(), by, { id: textOf(form, "id") });
    return done(`${email} now signs in with the password only.`);
  } catch (error) {
    return failure(error, form);
  }
}

/** Revokes all active links, embeds and tokens that a user issued. Field: `id`. */
export async function revokeGivenOutAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const by = await requireSession("administer");
    const { email, count } = await revokeGivenOut(db(), by, { id: textOf(form, "id") }, new Date());
    return done(count === 0 ? `${email} has no active links or tokens.` : revokedText(count));
  } catch (error) {
    return failure(error, form);
  }
}

const ssoLinkOf = (form: FormData) => ({ id: textOf(form, "id"), subject: textOf(form, "subject") });

/** Links a pending single sign-on subject to a user's account. Fields: `id`, `subject`. */
export async function confirmSsoLinkAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const by = await requireSession("administer");
    const email = await confirmSsoLink(db(), by, ssoLinkOf(form), new Date());
    return done(`${email} can sign in with single sign-on.`);
  } catch (error) {
    return failure(error, form);
  }
}

/** Dismisses the link request of a single sign-on subject. Fields: `id`, `subject`. */
export async function dismissSsoLinkAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const by = await requireSession("administer");
    return done(`Request for ${await dismissSsoLink(db(), by, ssoLinkOf(form))} dismissed.`);
  } catch (error) {
    return failure(error, form);
  }
}
