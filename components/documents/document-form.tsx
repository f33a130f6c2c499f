"use client";

import { useState } from "react";
import { ActionForm } from "@/components/settings/action-form";
import { Button } from "@/components/ui/button";
import { Field, fieldClass, fieldProps, SelectField, TextField } from "@/components/ui/forms/field";
import { discardDraft, FormDraft } from "@/components/ui/forms/form-draft";
import { FormProblem } from "@/components/ui/forms/form-problem";
import { SubmitButton } from "@/components/ui/forms/submit-button";
import { useFormAction } from "@/components/ui/forms/use-form-action";
import type { DocumentKind } from "@/lib/contract/document";
import { type DocumentRecord, documentState } from "@/lib/features/documents/rules/document";
import type { DocumentActions } from "./types";

/** The document kinds for a select. A document of an unlisted kind keeps it. */
export const kindOptions = (kinds: readonly DocumentKind[], own: string | null): DocumentKind[] => [
  { value: "", label: "Unknown type" },
  ...kinds,
  ...(own && !kinds.some(({ value }) => value === own) ? [{ value: own, label: own }] : []),
];

/** The form to edit a document: its name, kind and linked records, with the delete button below. */
export function DocumentRecordForm({
  document: paper,
  kinds,
  actions,
  onDone,
}: {
  document: DocumentRecord;
  kinds: readonly DocumentKind[];
  actions: DocumentActions;
  onDone: () => void;
}) {
  // The state when the form was opened, so that changes by other users are reported and not overwritten.
  const [seen] = useState(paper);
  const [{ problem, fields, values }, edit] = useFormAction(actions.edit, onDone);
  const id = `document-${seen.id}`;
  const cancel = () => {
    discardDraft(id);
    onDone();
  };
  const numbers = [...new Set(seen.links.map(({ number }) => number))];
  return (
    <div className="my-1.5 grid gap-2 rounded-field border border-line bg-raised p-2.5">
      <form action={edit} className="grid gap-2">
        <input type="hidden" name="id" value={seen.id} />
        <input type="hidden" name="before" value={values.before ?? documentState(seen)} />
        <FormDraft id={id} />
        <FormProblem problem={problem} />
        <TextField
          id={`${id}-name`}
          name="name"
          label="Name"
          maxLength={255}
          defaultValue={values.name ?? seen.name}
          error={fields.name}
        />
        <SelectField
          key={values.type}
          id={`${id}-type`}
          name="type"
          label="Type"
          defaultValue={values.type ?? seen.type ?? ""}
          error={fields.type}
          options={kindOptions(kinds, seen.type)}
        />
        <Field
          id={`${id}-numbers`}
          label="Linked to"
          hint="Container, BOL or booking numbers, one per line."
          error={fields.numbers}
        >
          <textarea
            name="numbers"
            rows={Math.min(6, numbers.length + 1)}
            defaultValue={values.numbers ?? numbers.join("\n")}
            {...fieldProps(`${id}-numbers`, { hint: true, error: fields.numbers })}
            className={fieldClass(Boolean(fields.numbers))}
          />
        </Field>
        <div className="flex flex-wrap gap-2">
          <SubmitButton pendingText="Saving…">Save</SubmitButton>
          <Button onClick={cancel}>Cancel</Button>
        </div>
      </form>
      <div className="border-t border-line pt-2">
        <ActionForm
          action={actions.remove}
          label="Delete document"
          pendingText="Deleting…"
          variant="danger"
          fields={{ id: seen.id }}
          confirm={
            <>
              “{seen.name}” and its file will be deleted at the service
              {numbers.length > 1 ? `, for all ${numbers.length} linked numbers` : ""}. This can’t be undone.
            </>
          }
        />
      </div>
    </div>
  );
}
