"use client";

import { useActionState } from "react";
import { Ago } from "@/components/time/age";
import { SelectField } from "@/components/ui/forms/field";
import { FormProblem } from "@/components/ui/forms/form-problem";
import { SubmitButton } from "@/components/ui/forms/submit-button";
import { Tag } from "@/components/ui/tag";
import { EVENTS } from "@/lib/contract/events";
import { EVENT_LABELS } from "@/lib/domain/milestones/event-labels";
import type { TestDelivery } from "@/lib/features/webhooks/rules/test-delivery";
import type { TestAction, WebhookEntry } from "./webhooks-data";

const EVENT_OPTIONS = EVENTS.map((name) => ({ value: name, label: `${EVENT_LABELS[name]} (${name})` }));

function Outcome({ outcome }: { outcome: TestDelivery }) {
  const { status, error, response, arrivedAt, own, succeeded } = outcome;
  const reported = status === null ? (error ?? "It did not answer.") : `It answered with status ${status}.`;
  return (
    <div role="status" className="flex flex-col gap-1">
      <p>
        {succeeded ? <Tag tone="go">Arrived</Tag> : <Tag tone="late">Not taken</Tag>}{" "}
        {EVENT_LABELS[outcome.event]}, sent <Ago since={outcome.sentAt} />. {reported}
      </p>
      {own && arrivedAt !== null && (
        <p className="text-ink-2">
          Drayboard received it and checked its signature. It is about an invented shipment, so nothing of it
          was taken in.
        </p>
      )}
      {!succeeded && response !== null && (
        <pre className="max-h-40 overflow-auto rounded-field bg-raised p-2 font-mono text-[12px] whitespace-pre-wrap wrap-anywhere">
          {response}
        </pre>
      )}
      {!succeeded && (
        <p className="text-ink-2">
          {status === null
            ? "See that the address is reachable from the internet and lets the service’s source addresses through."
            : "The service takes 200, 201, 202 and 204 for an answer; all else it sends again. Look at the log of that system."}
        </p>
      )}
    </div>
  );
}

/** Requests a sample delivery to a webhook's address and shows the result. */
export function SendTest({ webhook, action }: { webhook: WebhookEntry; action: TestAction }) {
  const [{ outcome, problem }, send] = useActionState(action, { outcome: null, problem: null });
  return (
    <form action={send} className="flex flex-col gap-2.5">
      <input type="hidden" name="id" value={webhook.id} />
      <FormProblem problem={problem} />
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-56 sm:max-w-96">
          <SelectField
            id={`test-event-${webhook.id}`}
            name="event"
            label="Sample of"
            options={EVENT_OPTIONS}
            key={outcome?.event ?? "first"}
            defaultValue={outcome?.event ?? "container.updated"}
          />
        </div>
        <SubmitButton variant="plain" pendingText="Sending…">
          Send the sample<span className="sr-only"> to {webhook.url}</span>
        </SubmitButton>
      </div>
      {webhook.headers.length > 0 && (
        <p className="text-note text-ink-2">
          The service sends a sample without the webhook’s headers: an address that asks for them refuses it.
        </p>
      )}
      {outcome && <Outcome outcome={outcome} />}
    </form>
  );
}
