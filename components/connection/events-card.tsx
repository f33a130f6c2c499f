"use client";

import { type SubmitEvent, startTransition, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { FieldError } from "@/components/ui/forms/field";
import { FormProblem } from "@/components/ui/forms/form-problem";
import type { FormAction } from "@/components/ui/forms/form-state";
import { useFormAction } from "@/components/ui/forms/use-form-action";
import { AllOrSome, EventChoices } from "@/components/webhooks/event-choices";
import { EVENTS } from "@/lib/contract/events";
import { EVENT_LABELS } from "@/lib/domain/milestones/event-labels";
import type { WebhookData } from "@/lib/features/connection/rules/settings-data";

/** The events that the service sends to Drayboard. All by default. */
export function EventsCard({ webhook, action }: { webhook: WebhookData; action: FormAction }) {
  const [all, setAll] = useState(webhook.chosenEvents === null);
  const [chosen, setChosen] = useState<readonly string[]>(webhook.chosenEvents ?? EVENTS);
  const [{ problem, fields }, send, pending] = useFormAction(action);
  // Not as the form's action: React would reset every checkbox after a rejection.
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    startTransition(() => send(form));
  };
  const { withheldEvents } = webhook;
  const reported = webhook.check?.atService?.events.length;
  return (
    <Card
      title="Events"
      aside={reported === undefined ? undefined : `${reported} of ${EVENTS.length} delivered`}
    >
      <form onSubmit={save} className="flex flex-col gap-3">
        <FormProblem problem={problem} />
        <AllOrSome
          all={all}
          onAll={setAll}
          labels={[
            "All events, including those added in later versions",
            "Selected events. Other changes arrive by sync, minutes later",
          ]}
        />
        {withheldEvents.length > 0 && (
          <p className="text-note text-ink-2">
            Not on this account’s plan:{" "}
            {withheldEvents
              .map((name) => EVENTS.find((known) => known === name))
              .flatMap((name) => (name ? [EVENT_LABELS[name]] : []))
              .join(", ")}
            . The service refused {withheldEvents.length === 1 ? "it" : "them"}.
          </p>
        )}
        {!all && <EventChoices chosen={chosen} withheld={withheldEvents} onChoose={setChosen} />}
        {fields.events && <FieldError>{fields.events}</FieldError>}
        <div>
          <Button type="submit" disabled={pending} aria-busy={pending}>
            {pending ? "Saving…" : "Save events"}
          </Button>
        </div>
      </form>
    </Card>
  );
}
