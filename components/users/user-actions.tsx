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
      {email} is signed out everywhere at once and cannot come in until enabled again. What they did stays as
      it is.
      {gaveOut && (
        <label className="mt-2 flex items-start gap-2">
          <input type="checkbox" name="revoke" className="mt-0.5 size-4 accent-[var(--accent)]" />
          <span>Revoke their links and tokens, too: {gaveOut}. Others may rely on it.</span>
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
        confirm={`Every browser ${self ? "you are" : `${email} is`} signed in at asks for the password again${self ? ", this one too" : ""}.`}
      />
      {!self && hasPassword && (
        <MakeLink id={id} email={email} action={actions.reset} label="Password reset link" purpose="reset" />
      )}
      {!self && secondFactor && (
        <ActForm
          action={actions.removeFactor}
          label="Remove second factor"
          describe={`of ${email}`}
          pendingText="Removing…"
          variant="danger"
          fields={{ id }}
          confirm={`The password alone signs ${email} in then. Be sure that it is they who ask: they lost phone and recovery codes.`}
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
          confirm={`${words} of ${email} still stand and open without signing in. Revoking them can’t be undone.`}
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
