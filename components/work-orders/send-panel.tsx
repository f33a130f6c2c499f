"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, fieldClass, fieldProps, SelectField, TextField } from "@/components/ui/forms/field";
import { useFirstWrongField } from "@/components/ui/forms/focus-first-wrong";
import { discardDraft, FormDraft } from "@/components/ui/forms/form-draft";
import { FormProblem } from "@/components/ui/forms/form-problem";
import { formText } from "@/components/ui/forms/form-text";
import { Panel } from "@/components/ui/panel";
import {
  MAX_INSTRUCTIONS,
  MAX_NAME,
  MAX_PLACE,
  ORDER_DAYS,
  type OrderContact,
  USUAL_DAYS,
} from "@/lib/features/work-orders/rules";
import type { SendOrder, SendOrderResponse, SentOrder } from "./send-data";
import { SentOrderLink } from "./sent-order";

/** What the form begins with. `email`: that of the carrier's dispatch office, "" for none. */
type OrderDraft = {
  containerId: string;
  carrier: { partyId: string; name: string };
  email: string;
  deliveryPlace: string;
  instructions: string;
  contact: OrderContact;
  /** Whether the carrier has an open order, whose link ends. */
  isSentAgain: boolean;
};

type Refusal = Extract<SendOrderResponse, { fields: unknown }>;
const UNSENT: Refusal = { problem: null, fields: {} };
const UNKNOWN: Refusal = {
  problem: "The work order may have been sent. Reload the page, then check it.",
  fields: {},
};

function OrderFields({ draft, fields }: { draft: OrderDraft; fields: Refusal["fields"] }) {
  const { contact } = draft;
  const instructions = "order-instructions";
  return (
    <>
      {draft.isSentAgain && <p className="text-ink-2">The link that was sent before ends.</p>}
      <TextField
        id="order-delivery"
        name="deliveryPlace"
        label="Delivery address"
        optional
        autoComplete="off"
        maxLength={MAX_PLACE}
        defaultValue={draft.deliveryPlace}
        hint="Saved in the plan."
        error={fields.deliveryPlace}
      />
      <Field id={instructions} label="Instructions" optional error={fields.instructions}>
        <textarea
          {...fieldProps(instructions, { error: fields.instructions })}
          name="instructions"
          rows={3}
          maxLength={MAX_INSTRUCTIONS}
          defaultValue={draft.instructions}
          className={fieldClass(Boolean(fields.instructions))}
        />
      </Field>
      <TextField
        id="order-contact-name"
        name="contactName"
        label="Contact"
        optional
        autoComplete="off"
        maxLength={MAX_NAME}
        defaultValue={contact.name}
        error={fields.contactName}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          id="order-contact-phone"
          name="contactPhone"
          label="Phone"
          optional
          type="tel"
          autoComplete="off"
          maxLength={40}
          defaultValue={contact.phone}
          error={fields.contactPhone}
        />
        <TextField
          id="order-contact-email"
          name="contactEmail"
          label="Email"
          optional
          inputMode="email"
          autoComplete="off"
          defaultValue={contact.email}
          error={fields.contactEmail}
        />
      </div>
      <SelectField
        id="order-days"
        name="days"
        label="Expires after"
        defaultValue={String(USUAL_DAYS)}
        error={fields.days}
        options={ORDER_DAYS.map((days) => ({
          value: String(days),
          label: days === 1 ? "1 day" : `${days} days`,
        }))}
      />
    </>
  );
}

/** Sends a work order to a dray carrier: makes its link, then offers to copy, to mail and to print it. */
export function SendOrderPanel({
  draft,
  send,
  onClose,
}: {
  draft: OrderDraft;
  send: SendOrder;
  onClose: () => void;
}) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refusal>(UNSENT);
  const form = useFirstWrongField(refused);
  // The address when the form was opened: a change by another user while it is open is a conflict.
  const [seenPlace, setSeenPlace] = useState(draft.deliveryPlace);
  const [isConflict, setConflict] = useState(false);
  if (isConflict && draft.deliveryPlace !== seenPlace) {
    // The refusal showed the address of the other user.
    setSeenPlace(draft.deliveryPlace);
    setConflict(false);
  }
  const draftId = `work-order ${draft.containerId} ${draft.carrier.partyId}`;
  const [sent, setSent] = useState<SentOrder | null>(null);

  async function submit(fields: FormData): Promise<void> {
    if (busy) return;
    const text = (name: string) => formText(fields, name);
    setBusy(true);
    const response = await send({
      containerId: draft.containerId,
      partyId: draft.carrier.partyId,
      deliveryPlace: text("deliveryPlace"),
      wasDeliveryPlace: seenPlace,
      instructions: text("instructions"),
      contactName: text("contactName"),
      contactPhone: text("contactPhone"),
      contactEmail: text("contactEmail"),
      days: Number(text("days")),
    }).catch(() => UNKNOWN);
    setBusy(false);
    if (!("sent" in response)) {
      setRefused(response);
      if (!response.fields.deliveryPlace) return;
      setConflict(true);
      return router.refresh();
    }
    discardDraft(draftId);
    setSent(response.sent);
    router.refresh();
  }

  if (sent)
    return (
      <Panel title="Work order link" onClose={onClose}>
        <SentOrderLink sent={sent} email={draft.email} sender={draft.contact.name} />
      </Panel>
    );
  return (
    <Panel
      title={`Work order for ${draft.carrier.name || "the dray carrier"}`}
      // The link is shown only once: the panel stays open until it is known.
      onClose={() => !busy && onClose()}
    >
      <form
        ref={form}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(new FormData(event.currentTarget));
        }}
      >
        <FormDraft id={draftId} />
        <FormProblem problem={refused.problem} />
        <OrderFields draft={draft} fields={refused.fields} />
        <div className="flex justify-end">
          <Button type="submit" variant="main" disabled={busy} aria-busy={busy}>
            {busy ? "Creating…" : "Create link"}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
