"use client";

import type { ReactNode } from "react";
import { ActForm } from "@/components/settings/action-form";
import type { Person } from "@/lib/features/users/rules";
import { MakeLink } from "./create-link";
import { gaveOutWords } from "./issued-access-text";
import type { PeopleActions } from "./users-data";

type Props = { person: Person; self: boolean; actions: PeopleActions };

/** The access that disabling ends, and the access that remains unless the admin revokes it. */
function DisableWords({ email, gaveOut }: { email: string; gaveOut: string | null }): ReactNode {
  return (
    <>
      {email} will be signed out everywhere and can’t sign in until enabled again. Their work stays unchanged.
      {gaveOut && (
        <label className="mt-2 flex items-start gap-2">
          <input type="checkbox" name="revoke" className="mt-0.5 size-4 accent-[var(--accent)]" />
          <span>Also revoke their links and tokens: {gaveOut}. Others may rely on them.</span>
        </label>
      )}
    </>
  );
}

function ActiveActs({ person: { id, email, hasPassword, secondFactor }, self, actions }: Props) {
  return (
    <>
      <ActForm
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
        <ActForm
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

function DisabledActs({ person: { id, email, version, gaveOut }, actions }: Props) {
  const words = gaveOutWords(gaveOut);
  return (
    <>
      <ActForm
        action={actions.enable}
        label="Enable"
        describe={email}
        pendingText="Enabling…"
        fields={{ id, version: String(version) }}
      />
      {words && (
        <ActForm
          action={actions.revokeGivenOut}
          label="Revoke their links and tokens"
          describe={email}
          pendingText="Revoking…"
          variant="danger"
          fields={{ id }}
          confirm={`${words} of ${email} are still active and open without sign-in. Revoking them can’t be undone.`}
        />
      )}
    </>
  );
}

/** The admin's actions for a user's access. */
export function PersonActs(props: Props) {
  const { person, self, actions } = props;
  const { id, email, state, version, gaveOut } = person;
  return (
    <>
      {state.kind === "invited" && (
        <MakeLink id={id} email={email} action={actions.inviteAgain} label="Invite again" purpose="join" />
      )}
      {state.kind === "active" && <ActiveActs {...props} />}
      {!self && state.kind === "disabled" && <DisabledActs {...props} />}
      {!self && state.kind !== "disabled" && (
        <ActForm
          action={actions.disable}
          label="Disable"
          describe={email}
          pendingText="Disabling…"
          variant="danger"
          fields={{ id, version: String(version) }}
          confirm={<DisableWords email={email} gaveOut={gaveOutWords(gaveOut)} />}
        />
      )}
    </>
  );
}
