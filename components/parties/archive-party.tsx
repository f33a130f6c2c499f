"use client";

import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/forms/field";
import type { FormAction } from "@/components/ui/forms/form-state";
import { useFormAction } from "@/components/ui/forms/use-form-action";

/** A button to archive a party, or to restore an archived one. */
export function ArchiveParty({
  id,
  name,
  archived,
  archiveAction,
  restoreAction,
}: {
  id: string;
  name: string;
  archived: boolean;
  archiveAction: FormAction;
  restoreAction: FormAction;
}) {
  const [{ problem }, send, pending] = useFormAction(archived ? restoreAction : archiveAction);
  const label = archived ? "Restore" : "Archive";
  return (
    <form action={send} className="inline-flex flex-col" aria-busy={pending}>
      <input type="hidden" name="partyId" value={id} />
      <Button type="submit" variant="quiet" disabled={pending} aria-label={`${label} ${name}`}>
        {label}
      </Button>
      {problem && <FieldError>{problem}</FieldError>}
    </form>
  );
}
