"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { useCallback, useState } from "react";
import { ActionForm } from "@/components/settings/action-form";
import { Button } from "@/components/ui/button";
import {
  Field,
  FieldError,
  fieldClass,
  fieldProps,
  HiddenFields,
  TextField,
} from "@/components/ui/forms/field";
import type { FormAction } from "@/components/ui/forms/form-state";
import { OpenedForm } from "@/components/ui/forms/opened-form";
import { useFormAction } from "@/components/ui/forms/use-form-action";
import { PencilButton } from "@/components/ui/pencil-button";
import { OnlyWho } from "@/components/ui/permissions";
import { counted } from "@/lib/platform/text/counted";
import type { DefinedField, DefinitionActions } from "./types";

type Option = DefinedField["options"][number];

const ICON =
  "inline-flex size-6 items-center justify-center rounded-tag text-ink-3 hover:bg-accent-soft hover:text-ink disabled:opacity-40";

function MoveButton({
  field,
  option,
  by,
  action,
}: {
  field: DefinedField;
  option: Option;
  by: -1 | 1;
  action: FormAction;
}) {
  const [{ problem }, move, moving] = useFormAction(action);
  const ids = field.options.map(({ id }) => id);
  const at = ids.indexOf(option.id) + by;
  const label = `Move ${option.label} ${by < 0 ? "up" : "down"}`;
  return (
    <form action={move} className="inline-flex items-center">
      <HiddenFields
        values={{ definitionId: field.id, optionId: option.id, before: ids.join("\n"), by: String(by) }}
      />
      <button
        type="submit"
        aria-label={label}
        title={label}
        aria-busy={moving}
        disabled={moving || at < 0 || at >= ids.length}
        className={ICON}
      >
        {by < 0 ? <ArrowUp aria-hidden size={13} /> : <ArrowDown aria-hidden size={13} />}
      </button>
      {problem && <FieldError>{problem}</FieldError>}
    </form>
  );
}

function RenameForm({
  field,
  option,
  action,
  onDone,
}: {
  field: DefinedField;
  option: Option;
  action: FormAction;
  onDone: () => void;
}) {
  const [seen] = useState(option);
  const [{ problem, fields, values }, rename] = useFormAction(action, onDone);
  return (
    <OpenedForm
      action={rename}
      draft={`option ${seen.id}`}
      hidden={{ definitionId: field.id, optionId: seen.id, before: values.before ?? seen.label }}
      problem={problem}
      onDone={onDone}
    >
      <TextField
        id={`option-${seen.id}`}
        name="label"
        label="Option name"
        hint="Records with this option show the new name."
        maxLength={255}
        defaultValue={values.label ?? seen.label}
        error={fields.label}
      />
    </OpenedForm>
  );
}

function OptionRow({
  field,
  option,
  label: word,
  actions,
}: {
  field: DefinedField;
  option: Option;
  label: string;
  actions: DefinitionActions;
}) {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const { label, value, records } = option;
  return (
    <li data-option={value} className="grid gap-1 py-0.5">
      <div className="flex flex-wrap items-center gap-x-2">
        <bdi className="min-w-0 wrap-anywhere">{label}</bdi>
        <span className="text-small text-ink-3">{records === 0 ? "not used" : counted(records, word)}</span>
        <OnlyWho may="administer">
          <span className="ml-auto inline-flex items-center">
            <MoveButton field={field} option={option} by={-1} action={actions.moveOption} />
            <MoveButton field={field} option={option} by={1} action={actions.moveOption} />
            <PencilButton label={`Rename or delete ${label}`} open={open} onClick={() => setOpen(!open)} />
          </span>
        </OnlyWho>
      </div>
      {open && (
        <>
          <RenameForm field={field} option={option} action={actions.renameOption} onDone={close} />
          {records > 0 ? (
            <p className="text-small text-ink-2">
              {records === 1
                ? `Used by a ${word}. Change its value before you delete this option.`
                : `Used by ${records} ${word}s. Change their values before you delete this option.`}
            </p>
          ) : (
            <ActionForm
              action={actions.removeOption}
              label="Delete option"
              describe={label}
              pendingText="Deleting…"
              variant="danger"
              fields={{ definitionId: field.id, optionId: option.id }}
              confirm={`“${label}” will be deleted at the service and can no longer be selected.`}
            />
          )}
        </>
      )}
    </li>
  );
}

function AddForm({ field, action }: { field: DefinedField; action: FormAction }) {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const [{ problem, fields, values }, add] = useFormAction(action, close);
  if (!open)
    return (
      <div>
        <Button variant="quiet" onClick={() => setOpen(true)}>
          Add options<span className="sr-only"> to {field.name}</span>
        </Button>
      </div>
    );
  const id = `options-${field.id}`;
  return (
    <OpenedForm
      action={add}
      draft={`options ${field.id}`}
      hidden={{ definitionId: field.id }}
      problem={problem}
      label="Add"
      onDone={close}
    >
      <Field
        id={id}
        label="New options"
        hint="One per line. They are added after the existing options."
        error={fields.labels}
      >
        <textarea
          name="labels"
          rows={3}
          defaultValue={values.labels}
          {...fieldProps(id, { hint: true, error: fields.labels })}
          className={fieldClass(Boolean(fields.labels))}
        />
      </Field>
    </OpenedForm>
  );
}

/** The options of a choice in their order. They can be moved, renamed, added, and deleted while unused. */
export function CustomFieldOptions({
  field,
  label: word,
  actions,
}: {
  field: DefinedField;
  label: string;
  actions: DefinitionActions;
}) {
  return (
    <div className="grid gap-1 border-l-2 border-line pl-3">
      {field.options.length === 0 && (
        <p className="text-small text-soon">No options yet. No value can be selected.</p>
      )}
      <ul aria-label={`Options for ${field.name}`}>
        {field.options.map((option) => (
          <OptionRow key={option.id} field={field} option={option} label={word} actions={actions} />
        ))}
      </ul>
      <OnlyWho may="administer">
        <AddForm field={field} action={actions.addOptions} />
      </OnlyWho>
    </div>
  );
}
