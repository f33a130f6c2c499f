"use client";

import { X } from "lucide-react";
import { unstable_rethrow, useRouter } from "next/navigation";
import { useCallback, useRef, useState } from "react";
import { carrierRequest, reasonOf, sendChange } from "@/components/containers/change-requests";
import { Button } from "@/components/ui/button";
import { stateOfFailedRequest } from "@/components/ui/forms/failed-request";
import { FieldError } from "@/components/ui/forms/field";
import { type FormAction, UNTRIED } from "@/components/ui/forms/form-state";
import { useFormAction } from "@/components/ui/forms/use-form-action";
import { useMay } from "@/components/ui/permissions";
import { notify, notifyProblem } from "@/components/ui/toasts";
import type { DrayCarrier } from "@/lib/domain/container/container-facts";
import { type PartyRole, ROLE_CHOICES } from "@/lib/domain/parties/party-roles";
import { type CarrierOrder, openOrderOf, orderEndsText } from "@/lib/features/work-orders/messages";

type FormProps = {
  /** The record to remove it from, as the form's action expects it. */
  record: { containerId: string } | { shipmentId: string };
  party: { roleId: string; name: string };
  action: FormAction;
  /** Returns what is asked before the removal, null to remove at once. */
  question?: () => string | null;
  /** Undoes the removal, from its notice. */
  undo?: () => void;
};

/** A party in a role on a record, with a button to remove it. */
export function RemoveForm(props: FormProps) {
  const mayRemove = useMay("dispatch");
  return mayRemove ? <OpenForm {...props} /> : <span>{props.party.name}</span>;
}

function OpenForm({ record, party, action, question, undo }: FormProps) {
  const [asked, setAsked] = useState<string | null>(null);
  const cross = useRef<HTMLButtonElement>(null);
  const onDone = useCallback(() => setAsked(null), []);
  const [state, send, pending] = useFormAction(action, onDone, undo && { label: "Undo", act: undo });
  const refused = state.problem ?? state.fields.party;
  const cancel = () => {
    setAsked(null);
    cross.current?.focus();
  };
  return (
    <form
      action={send}
      className="inline-flex flex-col items-end"
      aria-busy={pending}
      onKeyDown={(event) => {
        if (event.key === "Escape" && asked !== null) cancel();
      }}
    >
      {Object.entries(record).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="roleId" value={party.roleId} />
      <span className="inline-flex items-center gap-1">
        <span className={pending ? "opacity-55" : undefined}>{party.name}</span>
        <button
          ref={cross}
          type="submit"
          disabled={pending}
          aria-label={`Remove ${party.name}`}
          title={`Remove ${party.name}`}
          className="inline-flex size-6 items-center justify-center rounded-tag text-ink-3 hover:bg-late-soft hover:text-late"
          onClick={(event) => {
            const text = question?.() ?? null;
            if (text === null) return;
            event.preventDefault();
            setAsked(text);
          }}
        >
          <X aria-hidden size={14} />
        </button>
      </span>
      {asked !== null && (
        <fieldset aria-label={asked} className="mt-1 flex flex-col items-end gap-1.5">
          <p role="alert" className="max-w-[40ch] wrap-anywhere">
            {asked}
          </p>
          <span className="flex gap-2">
            <Button type="submit" variant="danger" disabled={pending}>
              Remove
            </Button>
            <Button variant="quiet" disabled={pending} autoFocus onClick={cancel}>
              Cancel
            </Button>
          </span>
        </fieldset>
      )}
      {refused && <FieldError>{refused}</FieldError>}
    </form>
  );
}

/**
 * A dray carrier of a container, with a button to remove it. It asks first when a work order would end, and offers to
 * undo: the carrier is assigned again, the order stays ended.
 */
export function RemoveCarrier({
  containerId,
  carrier,
  assigned,
  orders,
  action,
}: {
  containerId: string;
  carrier: DrayCarrier;
  /** All dray carriers of the container. */
  assigned: readonly DrayCarrier[];
  orders: readonly CarrierOrder[];
  action: FormAction;
}) {
  const router = useRouter();
  const { roleId, partyId } = carrier;
  const name = carrier.name || "the dray carrier";
  const others = assigned.filter((each) => each.roleId !== roleId);
  // An order ends with the last role of its carrier.
  const order = others.some((each) => each.partyId === partyId) ? undefined : openOrderOf(orders, partyId);

  function question(): string | null {
    const text = order ? orderEndsText(order, new Date()) : null;
    return text && `Remove ${name}? ${text}`;
  }

  async function undo(): Promise<void> {
    const seen = others.map((each) => each.partyId);
    const party = { id: partyId, name: carrier.name };
    try {
      const { assigned: restored = [] } = await sendChange(carrierRequest(containerId, party, [], seen));
      if (restored.length === 0) void notifyProblem(`Not undone: ${name} is already assigned.`);
      else if (order) void notify(`Undone: ${name} is assigned again. Send a new work order.`);
      else void notify(`Undone: ${name} is assigned again.`);
    } catch (error) {
      void notifyProblem(`Not undone. ${reasonOf(error)}`);
    }
    router.refresh();
  }

  return (
    <RemoveForm
      record={{ containerId }}
      party={carrier}
      action={action}
      question={question}
      undo={() => void undo()}
    />
  );
}

/** A party in a role on a shipment, with a button to remove it. Its undo assigns the role again. */
export function RemoveShipmentParty({
  shipmentId,
  party,
  removeAction,
  assignAction,
}: {
  shipmentId: string;
  party: PartyRole;
  removeAction: FormAction;
  assignAction: FormAction;
}) {
  const router = useRouter();
  const { partyId, role } = party;
  const name = party.name || "the party";

  async function undo(): Promise<void> {
    const form = new FormData();
    for (const [field, value] of Object.entries({ shipmentId, role, party: partyId })) form.set(field, value);
    const { problem, fields } = await assignAction(UNTRIED, form).catch((error) => {
      unstable_rethrow(error);
      return stateOfFailedRequest(error, form);
    });
    const refused = problem ?? Object.values(fields)[0];
    if (refused) void notifyProblem(`Not undone. ${refused}`);
    else void notify(`Undone: ${name} is assigned again.`);
    router.refresh();
  }

  // The service assigns only the roles that it documents.
  const canUndo = ROLE_CHOICES.some(({ value }) => value === role);
  return (
    <RemoveForm
      record={{ shipmentId }}
      party={party}
      action={removeAction}
      undo={canUndo ? () => void undo() : undefined}
    />
  );
}
