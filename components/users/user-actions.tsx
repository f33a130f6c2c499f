"use client";

import type { ReactNode } from "react";
import { ActionForm } from "@/components/settings/action-form";
import type { SignedInUser } from "@/lib/features/users/rules";
import { MakeLink } from "./create-link";
import { issuedText } from "./issued-access-text";
import type { UsersActions } from "./users-data";

type Props = { user: SignedInUser; self: boolean; actions: UsersActions };

/** The access that disabling ends, and the access that remains unless the admin revokes it. */
function DisableText({ email, issuedTokens }: { email: string; issuedTokens: string | null }): ReactNode {
  return (
    <>
      {email} will be signed out everywhere and can’t sign in until enabled again. Their work stays unchanged.
      {issuedTokens && (
        <label className="mt-2 flex items-start gap-2">
          <input type="checkbox" name="revoke" className="mt-0.5 size-4 accent-[var(--accent)]" />
          <span>Also revoke their links and tokens: {issuedTokens}. Others may rely on them.</span>
        </label>
      )}
    </>
  );
}

function ActiveUserActions({ user: { id, email, hasPassword, secondFactor }, self, actions }: Props) {
  return (
    <>
      <ActionForm
        action={actions.signOut}
        label="Sign out everywhere"
        describe={email}
        pendingText="Signing out…"
        fields={{ id }}
        confirm={`Every browser ${self ? "you are" : `${email} is`} signed in on will ask for the password again${self ? ", including this one" : ""}.`}
      />
      {!self && hasPassword && (
        <MakeLink id={id} email={email} action={actions.reset} label="Password reset link" purpose="reset" />
      )}
      {!self && secondFactor && (
        <ActionForm
          action={actions.removeFactor}
          label="Remove two-factor authentication"
          describe={`for ${email}`}
          pendingText="Removing…"
          variant="danger"
          fields={{ id }}
          confirm={`${email} will sign in with the password only. Verify that the user requested this and lost their phone and recovery codes.`}
        />
      )}
    </>
  );
}

function DisabledUserActions({ user: { id, email, version, issuedTokens }, actions }: Props) {
  const text = issuedText(issuedTokens);
  return (
    <>
      <ActionForm
        action={actions.enable}
        label="Enable"
        describe={email}
        pendingText="Enabling…"
        fields={{ id, version: String(version) }}
      />
      {text && (
        <ActionForm
          action={actions.revokeGivenOut}
          label="Revoke their links and tokens"
          describe={email}
          pendingText="Revoking…"
          variant="danger"
          fields={{ id }}
          confirm={`${text} of ${email} are still active and open without sign-in. Revoking them can’t be undone.`}
        />
      )}
    </>
  );
}

/** The admin's actions for a user's access. */
export function UserActions(props: Props) {
  const { user, self, actions } = props;
  const { id, email, state, version, issuedTokens } = user;
  return (
    <>
      {state.kind === "invited" && (
        <MakeLink id={id} email={email} action={actions.inviteAgain} label="Invite again" purpose="join" />
      )}
      {state.kind === "active" && <ActiveUserActions {...props} />}
      {!self && state.kind === "disabled" && <DisabledUserActions {...props} />}
      {!self && state.kind !== "disabled" && (
        <ActionForm
          action={actions.disable}
          label="Disable"
          describe={email}
          pendingText="Disabling…"
          variant="danger"
          fields={{ id, version: String(version) }}
          confirm={<DisableText email={email} issuedTokens={issuedText(issuedTokens)} />}
        />
      )}
    </>
  );
}
