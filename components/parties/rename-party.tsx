"use client";

import { useCallback, useState } from "react";
import { TextField } from "@/components/ui/forms/field";
import type { FormAction } from "@/components/ui/forms/form-state";
import { OpenedForm } from "@/components/ui/forms/opened-form";
import { useFormAction } from "@/components/ui/forms/use-form-action";
import { PencilButton } from "@/components/ui/pencil-button";
import { useMay } from "@/components/ui/permissions";

function OpenName({
  id,
  name,
  action,
  onDone,
}: {
  id: string;
  name: string;
  action: FormAction;
  onDone: () => void;
}) {
  // The name when the form was opened, so that changes by other users are reported and not overwritten.
  const [seen] = useState(name);
  const [{ problem, fields, values }, send] = useFormAction(action, onDone);
  return (
    <OpenedForm
      action={send}
      draft={`party name ${id}`}
      hidden={{ partyId: id, before: values.before ?? seen }}
      problem={problem}
      label="Rename"
      pendingText="Renaming…"
      onDone={onDone}
      className="max-w-80"
    >
      <TextField
        id={`name-${id}`}
        name="name"
        label="New name"
        autoComplete="off"
        defaultValue={values.name ?? seen}
        error={fields.name}
        autoFocus
      />
    </OpenedForm>
  );
}

/** A party's name, with a pencil button to rename it. */
export function RenameParty({ id, name, action }: { id: string; name: string; action: FormAction }) {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  if (!useMay("dispatch")) return name;
  if (open) return <OpenName id={id} name={name} action={action} onDone={close} />;
  return (
    <span className="inline-flex max-w-full items-start gap-1 min-w-32">
      <span className="min-w-0 wrap-anywhere">{name}</span>
      <PencilButton
        label={`Rename ${name}`}
        title="Rename"
        className="-my-0.5 shrink-0"
        onClick={() => setOpen(true)}
      />
    </span>
  );
}
