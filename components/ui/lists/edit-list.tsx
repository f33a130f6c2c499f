"use client";

import { Pencil } from "lucide-react";
import { useCallback, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, fieldClass, fieldProps } from "@/components/ui/forms/field";
import { FormProblem } from "@/components/ui/forms/form-problem";
import type { FormAction } from "@/components/ui/forms/form-state";
import { SubmitButton } from "@/components/ui/forms/submit-button";
import { useFormAction } from "@/components/ui/forms/use-form-action";
import { useMay } from "@/components/ui/permissions";

/** The edited list and its entries. */
export type EditedList = {
  /** The record of the list, as the form's action expects it. */
  record: { containerId: string } | { shipmentId: string };
  list: "containerReferences" | "shipmentReferences" | "shipmentTags";
  label: string;
  /** The hint below the field. */
  hint: string;
  entries: readonly string[];
};

function OpenList({ list, action, onDone }: { list: EditedList; action: FormAction; onDone: () => void }) {
  // The entries when the form was opened, so that changes by other users are reported and not overwritten.
  const [seen] = useState(list.entries);
  const [{ problem, fields, values }, send] = useFormAction(action, onDone);
  const id = `edit-${list.list}`;
  return (
    <form
      action={send}
      className="col-span-full my-1.5 grid gap-2 rounded-field border border-line bg-raised p-2.5"
    >
      {Object.entries(list.record).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="list" value={list.list} />
      <input type="hidden" name="before" value={values.before ?? JSON.stringify(seen)} />
      <FormProblem problem={problem} />
      <Field id={id} label={list.label} hint={list.hint} error={fields.after}>
        <textarea
          name="after"
          rows={Math.min(6, seen.length + 2)}
          defaultValue={values.after ?? seen.join("\n")}
          {...fieldProps(id, { hint: true, error: fields.after })}
          className={fieldClass(Boolean(fields.after))}
        />
      </Field>
      <div className="flex gap-2">
        <SubmitButton pendingText="Saving…">Save</SubmitButton>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  );
}

/** A pencil button that opens a list for editing, one entry per line. */
export function EditList({ list, action }: { list: EditedList; action: FormAction }) {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  if (!useMay("dispatch")) return null;
  if (open) return <OpenList list={list} action={action} onDone={close} />;
  return (
    <button
      type="button"
      aria-label={`Edit ${list.label.toLowerCase()}`}
      title={`Edit ${list.label.toLowerCase()}`}
      className="inline-flex size-6 items-center justify-center rounded-tag text-ink-3 hover:bg-accent-soft hover:text-ink"
      onClick={() => setOpen(true)}
    >
      <Pencil aria-hidden size={13} />
    </button>
  );
}
