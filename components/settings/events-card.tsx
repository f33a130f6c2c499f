"use client";

import { type SubmitEvent, startTransition, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { FieldError } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import type { FormAction } from "@/components/ui/form-state";
import { useFormAction } from "@/components/ui/use-form-action";
import { EVENTS } from "@/lib/contract/events";
import { EVENT_DESCRIPTIONS } from "@/lib/contract/written/event-catalogue";
import { EVENT_LABELS } from "@/lib/dispatch/event-labels";
import { eventGroups } from "./event-groups";
import type { WebhookData } from "./settings-data";

function Choices({
  chosen,
  withheld,
  onChoose,
}: {
  chosen: readonly string[];
  withheld: readonly string[];
  onChoose: (chosen: string[]) => void;
}) {
  const flip = (name: string) =>
    onChoose(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]);
  return eventGroups().map(({ title, events }) => (
    <fieldset key={title} className="border-t border-line pt-2">
      <legend className="float-left mb-1 w-full font-[560]">{title}</legend>
      <ul className="clear-both grid gap-x-5 gap-y-1.5 md:grid-cols-2">
        {events.map((name) => (
          <li key={name}>
            <label className="grid grid-cols-[1rem_minmax(0,1fr)] items-start gap-2 py-0.5">
              <input
                type="checkbox"
                name="event"
                value={name}
                checked={chosen.includes(name)}
                onChange={() => flip(name)}
                className="mt-0.5 size-4 accent-(--accent)"
              />
              <span>
                {EVENT_LABELS[name]}
                {withheld.includes(name) && <span className="text-soon"> · not on this account’s plan</span>}
                <span className="block text-note text-ink-3">{EVENT_DESCRIPTIONS[name]}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  ));
}

function Radio({
  value,
  checked,
  onChoose,
  label,
}: {
  value: string;
  checked: boolean;
  onChoose: () => void;
  label: string;
}) {
  return (
    <label className="flex items-center gap-2 py-0.5">
      <input
        type="radio"
        name="which"
        value={value}
        checked={checked}
        onChange={onChoose}
        className="size-4 shrink-0 accent-(--accent)"
      />
      {label}
    </label>
  );
}

/** Which events the service tells this desk: all by default. */
export function EventsCard({ webhook, action }: { webhook: WebhookData; action: FormAction }) {
  const [all, setAll] = useState(webhook.chosenEvents === null);
  const [chosen, setChosen] = useState<readonly string[]>(webhook.chosenEvents ?? EVENTS);
  const [{ problem, fields }, send, pending] = useFormAction(action);
  // Not as the form's action: React would put every box back after a refusal.
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    startTransition(() => send(form));
  };
  const { withheldEvents } = webhook;
  const told = webhook.check?.atService?.events.length;
  return (
    <Card title="Events" aside={told === undefined ? undefined : `${told} of ${EVENTS.length} are delivered`}>
      <form onSubmit={save} className="flex flex-col gap-3">
        <FormProblem problem={problem} />
        <div role="radiogroup" aria-label="Which events" className="flex flex-col gap-0.5">
          <Radio
            value="all"
            checked={all}
            onChoose={() => setAll(true)}
            label="All events, also those that later versions add"
          />
          <Radio
            value="some"
            checked={!all}
            onChoose={() => setAll(false)}
            label="Only some. What the others tell comes by reconciliation, minutes later"
          />
        </div>
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
        {!all && <Choices chosen={chosen} withheld={withheldEvents} onChoose={setChosen} />}
        {fields.events && <FieldError>{fields.events}</FieldError>}
        <div>
          <Button type="submit" disabled={pending} aria-busy={pending}>
            {pending ? "Telling the service…" : "Save events"}
          </Button>
        </div>
      </form>
    </Card>
  );
}
