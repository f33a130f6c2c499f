"use client";

import { X } from "lucide-react";
import { FieldError } from "@/components/ui/forms/field";
import type { FormAction } from "@/components/ui/forms/form-state";
import { useFormAction } from "@/components/ui/forms/use-form-action";
import { useMay } from "@/components/ui/permissions";

/** A party in a role on a record, with a button to remove it. */
export function RemoveForm({
  record,
  party,
  action,
}: {
  /** The record to remove it from, as the form's action expects it. */
  record: { containerId: string } | { shipmentId: string };
  party: { roleId: string; name: string };
  action: FormAction;
}) {
  const [state, send, pending] = useFormAction(action);
  const mayRemove = useMay("dispatch");
  const refused = state.problem ?? state.fields.party;
  if (!mayRemove) return <span>{party.name}</span>;
  return (
    <form action={send} className="inline-flex flex-col items-end" aria-busy={pending}>
      {Object.entries(record).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="roleId" value={party.roleId} />
      <span className="inline-flex items-center gap-1">
        <span className={pending ? "opacity-55" : undefined}>{party.name}</span>
        <button
          type="submit"
          disabled={pending}
          aria-label={`Remove ${party.name}`}
          title={`Remove ${party.name}`}
          className="inline-flex size-6 items-center justify-center rounded-tag text-ink-3 hover:bg-late-soft hover:text-late"
        >
          <X aria-hidden size={14} />
        </button>
      </span>
      {refused && <FieldError>{refused}</FieldError>}
    </form>
  );
}
