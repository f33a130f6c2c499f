"use client";

import { Pencil } from "lucide-react";
import { useCallback, useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/forms/field";
import { FormProblem } from "@/components/ui/forms/form-problem";
import type { FormAction } from "@/components/ui/forms/form-state";
import { SubmitButton } from "@/components/ui/forms/submit-button";
import { useFormAction } from "@/components/ui/forms/use-form-action";
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
    <form action={send} className="grid max-w-80 gap-2 rounded-field border border-line bg-raised p-2.5">
      <input type="hidden" name="partyId" value={id} />
      <input type="hidden" name="before" value={values.before ?? seen} />
      <FormProblem problem={problem} />
      <TextField
        id={`name-${id}`}
        name="name"
        label="New name"
        autoComplete="off"
        defaultValue={values.name ?? seen}
        error={fields.name}
        autoFocus
      />
      <div className="flex gap-2">
        <SubmitButton pendingText="Renaming…">Rename</SubmitButton>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
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
      <button
        type="button"
        aria-label={`Rename ${name}`}
        title="Rename"
        className="-my-0.5 inline-flex size-6 shrink-0 items-center justify-center rounded-tag text-ink-3 hover:bg-accent-soft hover:text-ink"
        onClick={() => setOpen(true)}
      >
        <Pencil aria-hidden size={13} />
      </button>
    </span>
  );
}
