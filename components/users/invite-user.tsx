"use client";

import { type SubmitEvent, startTransition, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { FormButtons } from "@/components/ui/forms/form-buttons";
import { FormProblem } from "@/components/ui/forms/form-problem";
import type { FormAction } from "@/components/ui/forms/form-state";
import type { PartyChoice } from "@/components/ui/forms/party-picker";
import { useFormAction } from "@/components/ui/forms/use-form-action";
import { InvitationLink } from "./invitation-link";
import { UserFields } from "./user-fields";

type Props = { action: FormAction; parties: readonly PartyChoice[] };

function OpenForm({ action, parties, onLeave, onMore }: Props & { onLeave: () => void; onMore: () => void }) {
  const [{ problem, fields, values, done }, send, pending] = useFormAction(action);
  if (done !== null && values.link)
    return (
      <div className="flex flex-col gap-2.5">
        <InvitationLink link={values.link} email={values.email ?? ""} purpose="join" />
        <div className="flex flex-wrap gap-2">
          <Button onClick={onMore}>Invite another user</Button>
          <Button variant="quiet" onClick={onLeave}>
            Done
          </Button>
        </div>
      </div>
    );
  // Not as the form's action: React would reset every choice after a rejection.
  const invite = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    startTransition(() => send(form));
  };
  return (
    <form onSubmit={invite} className="grid gap-2.5 sm:grid-cols-2">
      {problem && (
        <div className="sm:col-span-2">
          <FormProblem problem={problem} />
        </div>
      )}
      <UserFields id="new-person" parties={parties} problems={fields} />
      <div className="sm:col-span-2">
        <FormButtons label="Create invitation" pendingText="Creating…" pending={pending} onLeave={onLeave} />
      </div>
    </form>
  );
}

/** A button that opens the invitation form, which creates a link to send. */
export function InviteUser({ action, parties }: Props) {
  const [opened, setOpened] = useState(0);
  if (opened === 0)
    return (
      <div>
        <Button variant="main" onClick={() => setOpened(1)}>
          Invite user{" "}
        </Button>
      </div>
    );
  return (
    <Card title="New invitation">
      <OpenForm
        key={opened}
        action={action}
        parties={parties}
        onLeave={() => setOpened(0)}
        onMore={() => setOpened(opened + 1)}
      />
    </Card>
  );
}
