"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState, useTransition } from "react";
import { type RefusedRequest, sendFields } from "@/components/sharing/reporting/send-report";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field, fieldClass, fieldProps, TextField } from "@/components/ui/forms/field";
import { useFirstWrongField } from "@/components/ui/forms/focus-first-wrong";
import { FormProblem } from "@/components/ui/forms/form-problem";
import { formText } from "@/components/ui/forms/form-text";
import { MAX_NAME, MAX_REASON, type OrderPage } from "@/lib/features/work-orders/rules";

const FIELDS = ["driver", "truck", "eta", "reason"] as const;
const NEWER_ID = "order-newer";
const LARGE = "min-h-12 flex-1";

type FieldProblems = { problems: RefusedRequest["fields"] };

function TruckFields({ last, gateCity, problems }: Pick<OrderPage, "last" | "gateCity"> & FieldProblems) {
  return (
    <>
      <TextField
        id="order-driver"
        name="driver"
        label="Driver name"
        optional
        autoComplete="off"
        maxLength={MAX_NAME}
        defaultValue={last?.driver}
        error={problems.driver}
      />
      <TextField
        id="order-truck"
        name="truck"
        label="Truck"
        optional
        autoComplete="off"
        maxLength={MAX_NAME}
        defaultValue={last?.truck}
        hint="Number or license plate."
        error={problems.truck}
      />
      <TextField
        id="order-eta"
        name="eta"
        label="ETA to gate"
        optional
        type="datetime-local"
        defaultValue={last?.eta}
        hint={gateCity ? `Local time in ${gateCity}.` : "Local time at the terminal."}
        error={problems.eta}
      />
    </>
  );
}

/** The field replaces the one that had the focus. */
const focusField = (field: HTMLTextAreaElement | null) => field?.focus();

function ReasonField({ problems }: FieldProblems) {
  const id = "order-reason";
  return (
    <Field id={id} label="Reason" error={problems.reason}>
      <textarea
        {...fieldProps(id, { error: problems.reason })}
        name="reason"
        rows={3}
        required
        maxLength={MAX_REASON}
        className={fieldClass(Boolean(problems.reason))}
        ref={focusField}
      />
    </Field>
  );
}

/**
 * The response of a carrier: accept with driver, truck and ETA, or decline with a reason. It counts for the shown version
 * of the order only. An acceptance can be changed or declined later. `newer`: that the shown version is newer than the one
 * that the page showed before, null if it is not. `address`: that of the order's routes.
 */
export function ResponseForm({
  id,
  order,
  newer,
  address,
}: {
  id: string;
  order: OrderPage;
  newer: string | null;
  address: string;
}) {
  const { version, state, last, gateCity } = order;
  const router = useRouter();
  const [declines, setDeclines] = useState(false);
  const [sending, setSending] = useState(false);
  const [refreshing, refresh] = useTransition();
  const [refused, setRefused] = useState<RefusedRequest | null>(null);
  const form = useFirstWrongField(refused);
  const busy = sending || refreshing;
  const problems = refused?.fields ?? {};
  const atField = FIELDS.some((name) => problems[name] !== undefined);
  const isAccepted = state === "accepted";

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => formText(fields, name);
    setSending(true);
    setRefused(null);
    const refusal = declines
      ? await sendFields(`${address}/decline`, { version, reason: text("reason") })
      : await sendFields(`${address}/accept`, {
          version,
          driver: text("driver"),
          truck: text("truck"),
          eta: text("eta"),
        });
    setRefused(refusal);
    setSending(false);
    if (refusal === null) {
      setDeclines(false);
      delete form.current?.dataset.unsent;
    }
    // The page of a link that ended has no form: what was typed stays until the carrier leaves.
    if (refusal?.isEnded) return;
    // Also after a refusal: the order may have changed.
    refresh(() => router.refresh());
  }

  return (
    <Card title="Your response" className="print:hidden">
      <form
        id={id}
        ref={form}
        // Live updates keep a form with this attribute when the link ends.
        onInput={(event) => {
          event.currentTarget.dataset.unsent = "";
        }}
        aria-busy={busy}
        className="flex flex-col gap-3"
        onSubmit={send}
      >
        {declines && <ReasonField problems={problems} />}
        {/* Stays while the carrier considers to decline, so that what was typed is not lost. */}
        <fieldset
          hidden={declines}
          disabled={declines}
          className={declines ? undefined : "flex flex-col gap-3"}
        >
          <TruckFields last={last} gateCity={gateCity} problems={problems} />
        </fieldset>
        {/* The page says it above, with the state, which can be out of view. */}
        {newer && (
          <p
            id={NEWER_ID}
            className="rounded-field border border-soon/50 bg-soon-soft px-2.5 py-1.5 wrap-anywhere text-soon"
          >
            {newer} Check it before you respond.
          </p>
        )}
        <FormProblem problem={atField ? null : (refused?.message ?? null)} />
        <div className="flex gap-2">
          <Button
            type="submit"
            variant={declines ? "danger" : "main"}
            disabled={busy}
            className={LARGE}
            aria-describedby={newer ? NEWER_ID : undefined}
          >
            {declines ? "Decline order" : isAccepted ? "Save driver and ETA" : "Accept"}
          </Button>
          <Button
            disabled={busy}
            className={LARGE}
            onClick={() => {
              setDeclines(!declines);
              setRefused(null);
            }}
          >
            {declines ? "Cancel" : "Decline"}
          </Button>
        </div>
        <p role="status" className="sr-only">
          {busy ? "Sending…" : ""}
        </p>
      </form>
    </Card>
  );
}
