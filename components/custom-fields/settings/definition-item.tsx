"use client";

import { useCallback, useState } from "react";
import { ActionForm } from "@/components/settings/action-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/forms/field";
import type { FormAction } from "@/components/ui/forms/form-state";
import { OpenedForm } from "@/components/ui/forms/opened-form";
import { useFormAction } from "@/components/ui/forms/use-form-action";
import { OnlyWho } from "@/components/ui/permissions";
import { DATA_TYPE_LABELS, takesOptions } from "@/lib/features/custom-fields/rules/custom-field";
import { counted } from "@/lib/platform/text/counted";
import { CustomFieldOptions } from "./definition-options";
import type { DefinedField, DefinitionActions } from "./types";

function EditForm({
  field,
  action,
  onDone,
}: {
  field: DefinedField;
  action: FormAction;
  onDone: () => void;
}) {
  // The state when the form was opened, so that changes by other users are reported and not overwritten.
  const [seen] = useState(field);
  const [{ problem, fields, values }, edit] = useFormAction(action, onDone);
  const id = `definition-${seen.id}`;
  return (
    <OpenedForm
      action={edit}
      draft={`custom field ${seen.id}`}
      hidden={{
        id: seen.id,
        beforeName: values.beforeName ?? seen.name,
        beforeDescription: values.beforeDescription ?? seen.description ?? "",
      }}
      problem={problem}
      onDone={onDone}
    >
      <TextField
        id={`${id}-name`}
        name="name"
        label="Name"
        maxLength={255}
        defaultValue={values.name ?? seen.name}
        error={fields.name}
      />
      <TextField
        id={`${id}-description`}
        name="description"
        label="Description"
        optional
        maxLength={1000}
        defaultValue={values.description ?? seen.description ?? ""}
        error={fields.description}
      />
    </OpenedForm>
  );
}

/** The data lost with a definition, shown before it is deleted. */
function lossText({ name, options, records }: DefinedField, label: string): string {
  const lost = [
    records > 0 ? `its value on ${counted(records, label)}` : null,
    options.length > 0 ? `its ${counted(options.length, "option")}` : null,
  ].filter((part) => part !== null);
  const all = lost.length > 0 ? ` with ${lost.join(" and ")}` : ". No record has a value";
  return `“${name}” will be deleted at the service${all}. This can’t be undone.`;
}

/** One custom field definition: its properties, the number of records with a value, its options, edit and delete. */
export function CustomFieldItem({
  field,
  label,
  actions,
}: {
  field: DefinedField;
  /** The label of its record type. */
  label: string;
  actions: DefinitionActions;
}) {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const { id, name, slug, dataType, referenceType, description, records } = field;
  return (
    <li data-definition={slug} className="grid gap-2 border-b border-line py-2.5 last:border-b-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h3 className="font-[550] wrap-anywhere">{name}</h3>
          <p className="text-small text-ink-3 wrap-anywhere">
            {[DATA_TYPE_LABELS[dataType] ?? dataType, referenceType].filter(Boolean).join(": ")} ·{" "}
            <code>{slug}</code> · {records === 0 ? "not used" : `on ${counted(records, label)}`}
          </p>
          {description && <p className="max-w-[65ch] text-small text-ink-2 wrap-anywhere">{description}</p>}
        </div>
        <OnlyWho may="administer">
          <div className="flex flex-wrap gap-2">
            {!open && (
              <Button onClick={() => setOpen(true)}>
                Edit<span className="sr-only"> {name}</span>
              </Button>
            )}
            <ActionForm
              action={actions.remove}
              label="Delete"
              describe={name}
              pendingText="Deleting…"
              variant="danger"
              fields={{ id }}
              confirm={lossText(field, label)}
            />
          </div>
        </OnlyWho>
      </div>
      {open && <EditForm field={field} action={actions.edit} onDone={close} />}
      {takesOptions(dataType) && <CustomFieldOptions field={field} label={label} actions={actions} />}
    </li>
  );
}
