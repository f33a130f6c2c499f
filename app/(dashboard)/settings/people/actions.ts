"use server";

import { z } from "zod";
import { formAction, textOf } from "@/app/(dashboard)/_forms/form-action";
import { formDone } from "@/app/(dashboard)/_forms/form-done";
import type { FormAction, FormState } from "@/components/ui/forms/form-state";
import type { Command, CommandContext } from "@/lib/auth/commands/command";
import { confirmSsoLink, dismissSsoLink } from "@/lib/auth/sso/sso-link-requests";
import { changeUser, setUserDisabled, signOutEverywhere } from "@/lib/features/users/commands/change-user";
import { inviteAgain, inviteUser, type NewInvitation } from "@/lib/features/users/commands/invitations";
import { makeResetLink, removeLostFactor } from "@/lib/features/users/commands/reset-password";
import { revokeGivenOut } from "@/lib/features/users/commands/revoke-access";
import { findUserVersion } from "@/lib/features/users/queries";
import { config } from "@/lib/platform/config/config";

const withLink = (text: string, { email, token }: NewInvitation): FormState =>
  formDone(text, "now", { email, link: `${config().publicUrl}/invite/${token}` });

const invited = (invitation: NewInvitation) =>
  withLink(`Invitation for ${invitation.email} created.`, invitation);

const termsOf = (form: FormData) => ({
  name: textOf(form, "name"),
  role: textOf(form, "role"),
  partyIds: form.getAll("partyIds").map(String),
  seesCharges: form.has("seesCharges"),
  seesDocuments: form.has("seesDocuments"),
});

/** The version that a second attempt is compared with. */
const current = async (form: FormData, { db }: CommandContext) => ({
  version: String((await findUserVersion(db, z.uuid().parse(form.get("id")))) ?? 0),
});

function userAction<Input, Result>(
  command: Command<Input, Result>,
  read: (form: FormData) => unknown,
  done: (result: Result) => string | FormState,
): FormAction {
  return formAction(command, { read, done, fields: { email: "email" }, invalid: "at fields", current });
}

const idIn = (form: FormData) => ({ id: textOf(form, "id") });

/**
 * Invites a user. The value `link` is the invitation link. Fields: `email`, `name`, `role`, `partyIds`, `seesCharges`,
 * `seesDocuments`.
 */
export const inviteUserAction = userAction(
  inviteUser,
  (form) => ({ ...termsOf(form), email: textOf(form, "email") }),
  invited,
);

/** Creates another link for an invitation that was not accepted yet, in the value `link`. Field: `id`. */
export const inviteAgainAction = userAction(inviteAgain, idIn, invited);

/**
 * Changes a user. Fields: `id`, `version` (as last seen by the admin), `name`, `role`, `partyIds`, `seesCharges`,
 * `seesDocuments`.
 */
export const changeUserAction = userAction(
  changeUser,
  (form) => ({ ...termsOf(form), id: textOf(form, "id"), version: textOf(form, "version") }),
  (email) => `${email} saved.`,
);

const revokedText = (count: number) =>
  count === 1 ? "Their link or token was revoked." : `All ${count} of their links and tokens were revoked.`;

const disabledIn = (disabled: boolean) => (form: FormData) => ({
  id: textOf(form, "id"),
  version: textOf(form, "version"),
  revoke: form.has("revoke"),
  disabled,
});

const disabledText =
  (disabled: boolean) =>
  ({ email, revoked }: { email: string; revoked: number }) => {
    const text = `${email} ${disabled ? "disabled and signed out" : "enabled"}.`;
    return revoked > 0 ? `${text} ${revokedText(revoked)}` : text;
  };

/**
 * Disables a user. Fields: `id`, `version`, and `revoke` to also revoke the links, embeds and tokens that the user
 * issued.
 */
export const disableUserAction = userAction(setUserDisabled, disabledIn(true), disabledText(true));

/** Enables a disabled user. Fields: `id`, `version`. */
export const enableUserAction = userAction(setUserDisabled, disabledIn(false), disabledText(false));

/** Ends all sessions of a user. Field: `id`. */
export const signOutEverywhereAction = userAction(
  signOutEverywhere,
  idIn,
  (email) => `${email} signed out everywhere.`,
);

/** Creates a password reset link, in the value `link`. Field: `id`. */
export const makeResetLinkAction = userAction(makeResetLink, idIn, (link) =>
  withLink(`Link for ${link.email} created.`, link),
);

/** Removes a user's lost second factor. Field: `id`. */
export const removeLostFactorAction = userAction(
  removeLostFactor,
  idIn,
  (email) => `${email} now signs in with the password only.`,
);

/** Revokes all active links, embeds and tokens that a user issued. Field: `id`. */
export const revokeGivenOutAction = userAction(revokeGivenOut, idIn, ({ email, count }) =>
  count === 0 ? `${email} has no active links or tokens.` : revokedText(count),
);

const ssoLinkIn = (form: FormData) => ({ id: textOf(form, "id"), subject: textOf(form, "subject") });

/** Links a pending single sign-on subject to a user's account. Fields: `id`, `subject`. */
export const confirmSsoLinkAction = userAction(
  confirmSsoLink,
  ssoLinkIn,
  (email) => `${email} can sign in with single sign-on.`,
);

/** Dismisses the link request of a single sign-on subject. Fields: `id`, `subject`. */
export const dismissSsoLinkAction = userAction(
  dismissSsoLink,
  ssoLinkIn,
  (email) => `Request for ${email} dismissed.`,
);
