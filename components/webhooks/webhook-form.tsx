"use client";

import { type SubmitEvent, startTransition, useCallback, useState } from "react";
import { FieldError, TextField } from "@/components/ui/forms/field";
import { FormButtons } from "@/components/ui/forms/form-buttons";
import { FormProblem } from "@/components/ui/forms/form-problem";
import type { FormAction } from "@/components/ui/forms/form-state";
import { useFormAction } from "@/components/ui/forms/use-form-action";
import { EVENTS } from "@/lib/contract/events";
import { AllOrSome, EventChoices } from "./event-choices";
import { HeaderFields, type HeaderRow, heldRows } from "./header-fields";
import type { WebhookEntry } from "./webhooks-data";

const ALL_OR_SOME = ["All current events", "Selected events"] as const;

/**
 * The address, events and headers of another system's webhook. Creates a new one without `webhook`. `onDone` receives
 * the action's result.
 */
export function WebhookForm({
  webhook,
  action,
  label,
  pendingText,
  onDone,
  onLeave,
}: {
  webhook?: WebhookEntry;
  action: FormAction;
  label: string;
  pendingText: string;
  onDone?: () => void;
  onLeave: () => void;
}) {
  // The webhook when the form was opened, so that changes by other users are reported and not overwritten.
  const [opened] = useState(webhook);
  const [url, setUrl] = useState(opened?.url ?? "");
  const [chosen, setChosen] = useState<readonly string[]>(opened?.events ?? []);
  const [all, setAll] = useState(
    opened !== undefined && EVENTS.every((name) => opened.events.includes(name)),
  );
  const [headers, setHeaders] = useState<readonly HeaderRow[]>(heldRows(opened?.headers ?? []));
  const [sentHeaders, setSentHeaders] = useState<readonly number[]>([]);
  const done = useCallback(() => onDone?.(), [onDone]);
  const [{ problem, fields, values }, send, pending] = useFormAction(action, done);
  // Not as the form's action: React would reset every checkbox after a rejection.
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setSentHeaders(headers.map(({ key }) => key));
    startTransition(() => send(form));
  };
  return (
    <form onSubmit={save} className="flex flex-col gap-3">
      <FormProblem problem={problem} />
      {opened && (
        <>
          <input type="hidden" name="id" value={opened.id} />
          <input type="hidden" name="seen" value={values.seen ?? opened.seen} />
        </>
      )}
      <TextField
        id={`webhook-url-${opened?.id ?? "new"}`}
        name="url"
        label="Address"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        error={fields.url}
        hint="HTTPS address that the service can reach. Every delivery is signed with the webhook’s secret."
      />
      <AllOrSome all={all} onAll={setAll} labels={ALL_OR_SOME} />
      {!all && <EventChoices chosen={chosen} withheld={[]} onChoose={setChosen} />}
      {fields.events && <FieldError>{fields.events}</FieldError>}
      <HeaderFields
        id={`webhook-headers-${opened?.id ?? "new"}`}
        rows={headers}
        sent={sentHeaders}
        fields={fields}
        onChange={setHeaders}
      />
      <FormButtons label={label} pendingText={pendingText} pending={pending} onLeave={onLeave} />
    </form>
  );
}
