"use client";

import { useCallback, useState } from "react";
import { Field, fieldClass, fieldProps } from "@/components/ui/forms/field";
import type { FormAction } from "@/components/ui/forms/form-state";
import { OpenedForm } from "@/components/ui/forms/opened-form";
import { useFormAction } from "@/components/ui/forms/use-form-action";
import { PencilButton } from "@/components/ui/pencil-button";
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
    <OpenedForm
      action={send}
      draft={`${list.list} ${Object.values(list.record).join()}`}
      hidden={{ ...list.record, list: list.list, before: values.before ?? JSON.stringify(seen) }}
      problem={problem}
      onDone={onDone}
      className="my-1.5 w-full"
    >
      <Field id={id} label={list.label} hint={list.hint} error={fields.after}>
        <textarea
          name="after"
          rows={Math.min(6, seen.length + 2)}
          defaultValue={values.after ?? seen.join("\n")}
          {...fieldProps(id, { hint: true, error: fields.after })}
          className={fieldClass(Boolean(fields.after))}
        />
      </Field>
    </OpenedForm>
  );
}

/** A pencil button that opens a list for editing, one entry per line. */
export function EditList({ list, action }: { list: EditedList; action: FormAction }) {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  if (!useMay("dispatch")) return null;
  if (open) return <OpenList list={list} action={action} onDone={close} />;
  return <PencilButton label={`Edit ${list.label.toLowerCase()}`} onClick={() => setOpen(true)} />;
}
