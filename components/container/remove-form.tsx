"use client";

import { X } from "lucide-react";
import { FieldError } from "@/components/ui/field";
import type { FormAction } from "@/components/ui/form-state";
import { useFormAction } from "@/components/ui/use-form-action";
import type { DrayCarrier } from "@/lib/dispatch/box";

/** A dray carrier of the box, and the way to take it off. */
export function RemoveForm({
  containerId,
  carrier,
  action,
}: {
  containerId: string;
  carrier: DrayCarrier;
  action: FormAction;
}) {
  const [state, send, pending] = useFormAction(action);
  const refused = state.problem ?? state.fields.party;
  return (
    <form action={send} className="inline-flex flex-col items-end" aria-busy={pending}>
      <input type="hidden" name="containerId" value={containerId} />
      <input type="hidden" name="roleId" value={carrier.roleId} />
      <span className="inline-flex items-center gap-1">
        <span className={pending ? "opacity-55" : undefined}>{carrier.name}</span>
        <button
          type="submit"
          disabled={pending}
          aria-label={`Remove ${carrier.name}`}
          title={`Remove ${carrier.name}`}
          className="inline-flex size-6 items-center justify-center rounded-tag text-ink-3 hover:bg-late-soft hover:text-late"
        >
          <X aria-hidden size={14} />
        </button>
      </span>
      {refused && <FieldError>{refused}</FieldError>}
    </form>
  );
}
