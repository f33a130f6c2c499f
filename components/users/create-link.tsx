"use client";

import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/forms/form-problem";
import type { FormAction } from "@/components/ui/forms/form-state";
import { useFormAction } from "@/components/ui/forms/use-form-action";
import { InvitationLink, type LinkPurpose } from "./invitation-link";

/** A button that creates a link for a user. It is then replaced by the link. */
export function MakeLink({
  id,
  email,
  action,
  label,
  purpose,
}: {
  id: string;
  email: string;
  action: FormAction;
  label: string;
  purpose: LinkPurpose;
}) {
  const [{ problem, values }, send, pending] = useFormAction(action);
  return (
    <form action={send} className={values.link || problem ? "order-last w-full" : "min-w-0"}>
      <input type="hidden" name="id" value={id} />
      {values.link ? (
        <InvitationLink link={values.link} email={email} purpose={purpose} />
      ) : (
        <Button type="submit" disabled={pending} aria-busy={pending}>
          {pending ? "Creating link…" : label}
          <span className="sr-only"> {email}</span>
        </Button>
      )}
      <FormProblem problem={problem} />
    </form>
  );
}
