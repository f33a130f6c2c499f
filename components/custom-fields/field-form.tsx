"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { discardDraft, FormDraft } from "@/components/ui/forms/form-draft";
import { FormProblem } from "@/components/ui/forms/form-problem";
import { SubmitButton } from "@/components/ui/forms/submit-button";
import { useFormAction } from "@/components/ui/forms/use-form-action";
import type { RecordField } from "@/lib/features/custom-fields/rules/custom-field";
import type { FieldActions, FieldsOf } from "./types";
import { ValueInput } from "./value-input";

/** The choices of the last submit. */
function sentChoices(json: string | undefined): string[] | null {
  if (json === undefined) return null;
  const read: unknown = JSON.parse(json);
  return Array.isArray(read) ? read.map(String) : null;
}

function heldTexts({ held }: RecordField): string[] {
  if (!held || held.held === null || held.held === undefined) return [];
  return Array.isArray(held.held) ? held.held.map(String) : [String(held.held)];
}

/** The form to set or clear a custom field, with the control for its data type. */
export function FieldForm({
  record,
  field,
  zone,
  actions,
  onDone,
}: {
  record: FieldsOf;
  field: RecordField;
  zone: string | null;
  actions: FieldActions;
  onDone: () => void;
}) {
  // The state when the form was opened, so that changes by other users are reported and not overwritten.
  const [seen] = useState(field);
  const [state, set] = useFormAction(actions.set, onDone);
  const [cleared, clear, clearing] = useFormAction(actions.clear, onDone);
  const id = `field-${record.id}-${seen.slug}`;
  const texts = sentChoices(state.values.chosen) ?? heldTexts(seen);
  const before = cleared.values.before ?? state.values.before ?? JSON.stringify(seen.held?.held ?? null);
  const cancel = () => {
    discardDraft(id);
    onDone();
  };
  return (
    <form action={set} className="my-1.5 grid gap-2 rounded-field border border-line bg-raised p-2.5">
      <input type="hidden" name="recordType" value={record.type} />
      <input type="hidden" name="recordId" value={record.id} />
      <input type="hidden" name="slug" value={seen.slug} />
      <input type="hidden" name="before" value={before} />
      <FormDraft id={id} />
      <FormProblem problem={state.problem ?? cleared.problem} />
      <ValueInput
        key={state.values.chosen}
        id={id}
        field={seen}
        texts={texts}
        typedBefore={state.values}
        zone={zone}
        error={state.fields.value}
      />
      <div className="flex flex-wrap gap-2">
        <SubmitButton pendingText="Saving…">Save</SubmitButton>
        <Button onClick={cancel}>Cancel</Button>
        {seen.held && (
          <Button type="submit" variant="quiet" formAction={clear} formNoValidate disabled={clearing}>
            {clearing ? "Clearing…" : "Clear"}
            <span className="sr-only"> {seen.name}</span>
          </Button>
        )}
      </div>
    </form>
  );
}
