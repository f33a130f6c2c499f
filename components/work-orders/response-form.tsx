"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState, useTransition } from "react";
import { sendReport } from "@/components/sharing/reporting/send-report";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field, fieldClass, fieldProps, TextField } from "@/components/ui/forms/field";
import { FormProblem } from "@/components/ui/forms/form-problem";
import { formText } from "@/components/ui/forms/form-text";
import { MAX_NAME, MAX_REASON, type OrderPage } from "@/lib/features/work-orders/rules";

const LARGE = "min-h-12 flex-1";

function TruckFields({ last, gateCity }: Pick<OrderPage, "last" | "gateCity">) {
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
      />
      <TextField
        id="order-eta"
        name="eta"
        label="ETA to gate"
        optional
        type="datetime-local"
        defaultValue={last?.eta}
        hint={gateCity ? `Local time in ${gateCity}.` : "Local time at the terminal."}
      />
    </>
  );
}

function ReasonField() {
  const id = "order-reason";
  return (
    <Field id={id} label="Reason">
      <textarea
        {...fieldProps(id, {})}
        name="reason"
        rows={3}
        required
        maxLength={MAX_REASON}
        className={fieldClass()}
        // The field replaces the one that had the focus.
        ref={(field) => field?.focus()}
      />
    </Field>
  );
}

/**
 * The response of a carrier: accept with driver, truck and ETA, or decline with a reason. It counts for the shown version
 * of the order only. An acceptance can be changed or declined later. `address`: that of the order's routes.
 */
export function ResponseForm({ id, order, address }: { id: string; order: OrderPage; address: string }) {
  const { version, state, last, gateCity } = order;
  const router = useRouter();
  const [declines, setDeclines] = useState(false);
  const [sending, setSending] = useState(false);
  const [refreshing, refresh] = useTransition();
  const [problem, setProblem] = useState<string | null>(null);
  const busy = sending || refreshing;
  const isAccepted = state === "accepted";

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget);
    const text = (name: string) => formText(form, name);
    setSending(true);
    setProblem(null);
    const refused = declines
      ? await sendReport(`${address}/decline`, { version, reason: text("reason") })
      : await sendReport(`${address}/accept`, {
          version,
          driver: text("driver"),
          truck: text("truck"),
          eta: text("eta"),
        });
    setProblem(refused);
    setSending(false);
    if (refused === null) setDeclines(false);
    // Also after a refusal: the order may have changed or ended.
    refresh(() => router.refresh());
  }

  return (
    <Card title="Your response" className="mt-3.5 print:hidden">
      <form id={id} aria-busy={busy} className="flex max-w-md flex-col gap-3" onSubmit={send}>
        {declines ? <ReasonField /> : <TruckFields last={last} gateCity={gateCity} />}
        <FormProblem problem={problem} />
        <div className="flex gap-2">
          <Button type="submit" variant={declines ? "danger" : "main"} disabled={busy} className={LARGE}>
            {declines ? "Decline order" : isAccepted ? "Save driver and ETA" : "Accept"}
          </Button>
          <Button disabled={busy} className={LARGE} onClick={() => setDeclines(!declines)}>
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
