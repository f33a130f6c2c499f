"use client";

import { type SubmitEvent, startTransition, useCallback, useState } from "react";
import { ActionForm } from "@/components/settings/action-form";
import { Ago } from "@/components/time/age";
import { TimeLeft } from "@/components/time/time-remaining";
import { Button } from "@/components/ui/button";
import { FormButtons } from "@/components/ui/forms/form-buttons";
import { FormProblem } from "@/components/ui/forms/form-problem";
import type { FormAction } from "@/components/ui/forms/form-state";
import type { PartyChoice } from "@/components/ui/forms/party-picker";
import { useFormAction } from "@/components/ui/forms/use-form-action";
import { Tag } from "@/components/ui/tag";
import { roleChoice, type SignedInUser } from "@/lib/features/users/rules";
import { UserActions } from "./user-actions";
import { UserFields } from "./user-fields";
import type { UsersActions } from "./users-data";

function EditUser({
  user,
  parties,
  action,
  onDone,
}: {
  user: SignedInUser;
  parties: readonly PartyChoice[];
  action: FormAction;
  onDone: () => void;
}) {
  // The user when the form was opened, so that changes by other admins are reported and not overwritten.
  const [seen] = useState(user);
  const [{ problem, fields, values }, send, pending] = useFormAction(action, onDone);
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    startTransition(() => send(form));
  };
  return (
    <form
      onSubmit={save}
      className="grid gap-2.5 rounded-field border border-line bg-raised p-2.5 sm:grid-cols-2"
    >
      <input type="hidden" name="id" value={seen.id} />
      <input type="hidden" name="version" value={values.version ?? seen.version} />
      {problem && (
        <div className="sm:col-span-2">
          <FormProblem problem={problem} />
        </div>
      )}
      <UserFields id={`person-${seen.id}`} user={seen} parties={parties} problems={fields} />
      <div className="sm:col-span-2">
        <FormButtons label="Save" pendingText="Saving…" pending={pending} onLeave={onDone} />
      </div>
    </form>
  );
}

function State({ user: { state, lastSignedInAt, resetUntil } }: { user: SignedInUser }) {
  if (state.kind === "disabled")
    return (
      <>
        <Tag tone="late">Disabled</Tag> <Ago since={state.since} />
      </>
    );
  if (state.kind === "invited")
    return state.until ? (
      <>
        <Tag tone="soon">Invited</Tag> link expires <TimeLeft until={state.until} />
      </>
    ) : (
      <>
        <Tag tone="soon">Invited</Tag> link expired
      </>
    );
  return (
    <>
      {lastSignedInAt ? (
        <>
          Signed in <Ago since={lastSignedInAt} />
        </>
      ) : (
        "Has not signed in yet"
      )}
      {resetUntil && (
        <span className="block text-small text-ink-3">
          Password reset link expires <TimeLeft until={resetUntil} />
        </span>
      )}
    </>
  );
}

/** Single sign-on subjects that request this account, for an admin to confirm or dismiss. */
function SsoRequests({
  user: { id, email, ssoRequests },
  actions,
}: {
  user: SignedInUser;
  actions: UsersActions;
}) {
  return ssoRequests.map(({ subject, name, requestedAt }) => (
    <div
      key={subject}
      data-sso-request={subject}
      className="grid gap-2 rounded-field border border-line bg-raised p-2.5"
    >
      <p className="wrap-anywhere">
        <Tag tone="soon">Single sign-on</Tag> {name ?? "An unnamed user"} requested to sign in as {email}{" "}
        <Ago since={requestedAt} />. The provider does not confirm the email. Subject: {subject}
      </p>
      <div className="flex flex-wrap items-start gap-2">
        <ActionForm
          action={actions.confirmSsoLink}
          label="Confirm"
          describe={`single sign-on for ${email}`}
          pendingText="Confirming…"
          fields={{ id, subject }}
          confirm={`This subject will sign in as ${email}. Check with ${email} first, and compare the subject at your provider.`}
        />
        <ActionForm
          action={actions.dismissSsoLink}
          label="Dismiss"
          describe={`single sign-on for ${email}`}
          pendingText="Dismissing…"
          fields={{ id, subject }}
        />
      </div>
    </div>
  ));
}

/** One user: identity, sign-in state, and the admin's actions. */
export function UserItem({
  user,
  self,
  parties,
  actions,
}: {
  user: SignedInUser;
  /** Whether this is the signed-in user. */
  self: boolean;
  parties: readonly PartyChoice[];
  actions: UsersActions;
}) {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const { email, name, role, partyIds, seesCharges, seesDocuments, secondFactor } = user;
  const nameOf = (id: string) => parties.find((party) => party.id === id)?.name ?? id;
  return (
    <li data-person={email} className="grid gap-2 border-b border-line py-2.5 last:border-b-0">
      <div className="grid items-start gap-x-5 gap-y-1 sm:grid-cols-[minmax(0,1fr)_8rem_13rem]">
        <div className="min-w-0">
          <h3 className="font-[550] wrap-anywhere">
            {name ?? email}
            {self && <span className="font-normal text-ink-3"> (you)</span>}
          </h3>
          {name && <p className="text-small text-ink-3 wrap-anywhere">{email}</p>}
          {role === "customer" && (
            <p className="text-small text-ink-3 wrap-anywhere">
              Sees {partyIds.map(nameOf).join(", ")}
              {seesCharges ? ", with charges" : ", without charges"}
              {seesDocuments && ", with documents"}
            </p>
          )}
        </div>
        <p>
          {roleChoice(role)?.label ?? role}
          {secondFactor && (
            <span className="block text-small text-ink-3">with two-factor authentication</span>
          )}
        </p>
        <p className="text-ink-2">
          <State user={user} />
        </p>
      </div>
      <SsoRequests user={user} actions={actions} />
      {open ? (
        <EditUser user={user} parties={parties} action={actions.change} onDone={close} />
      ) : (
        <div className="flex flex-wrap items-start gap-2">
          <Button onClick={() => setOpen(true)}>
            Edit<span className="sr-only"> {email}</span>
          </Button>
          <UserActions user={user} self={self} actions={actions} />
        </div>
      )}
    </li>
  );
}
