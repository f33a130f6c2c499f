"use client";

import { useCallback, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field, fieldClass, fieldProps, SelectField, TextField } from "@/components/ui/forms/field";
import { discardDraft, FormDraft } from "@/components/ui/forms/form-draft";
import { FormProblem } from "@/components/ui/forms/form-problem";
import type { FormAction } from "@/components/ui/forms/form-state";
import { SubmitButton } from "@/components/ui/forms/submit-button";
import { useFormAction } from "@/components/ui/forms/use-form-action";
import { CUSTOM_DATA_TYPES, CUSTOM_ENTITY_TYPES, CUSTOM_REFERENCE_TYPES } from "@/lib/contract/custom-field";
import {
  DATA_TYPE_LABELS,
  ENTITY_LABELS,
  takesOptions,
} from "@/lib/features/custom-fields/rules/custom-field";

const REFERENCES: Readonly<Record<string, string>> = {
  Container: "A container",
  Shipment: "A shipment",
  TrackingRequest: "A tracking request",
  Party: "A party",
};

const choices = (values: readonly string[], text: Readonly<Record<string, string>>) =>
  values.map((value) => ({ value, label: text[value] ?? value }));

const DRAFT = "new custom field";

function OpenForm({ action, onDone }: { action: FormAction; onDone: () => void }) {
  const [{ problem, fields, values }, create] = useFormAction(action, onDone);
  const cancel = () => {
    discardDraft(DRAFT);
    onDone();
  };
  const [entityType, setEntityType] = useState("Container");
  const [dataType, setDataType] = useState("short_text");
  return (
    <form action={create} className="grid gap-2.5 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <FormDraft id={DRAFT} />
        <FormProblem problem={problem} />
      </div>
      <TextField
        id="new-field-name"
        name="name"
        label="Name"
        maxLength={255}
        defaultValue={values.name}
        error={fields.name}
        autoFocus
      />
      <TextField
        id="new-field-slug"
        name="slug"
        label="Name in URLs"
        optional
        hint="Leave blank to create it from the name. Can’t be changed later."
        maxLength={63}
        defaultValue={values.slug}
        error={fields.slug}
      />
      <SelectField
        id="new-field-entity"
        name="entityType"
        label="Applies to"
        value={entityType}
        onChange={(event) => setEntityType(event.target.value)}
        error={fields.entityType}
        options={choices(CUSTOM_ENTITY_TYPES, ENTITY_LABELS)}
      />
      <SelectField
        id="new-field-type"
        name="dataType"
        label="Data type"
        hint="Record and data type can’t be changed later."
        value={dataType}
        onChange={(event) => setDataType(event.target.value)}
        error={fields.dataType}
        options={choices(CUSTOM_DATA_TYPES, DATA_TYPE_LABELS)}
      />
      {dataType === "reference" && (
        <SelectField
          id="new-field-reference"
          name="referenceType"
          label="Refers to"
          defaultValue={values.referenceType ?? "Party"}
          error={fields.referenceType}
          options={choices(CUSTOM_REFERENCE_TYPES, REFERENCES)}
        />
      )}
      {takesOptions(dataType) && (
        <Field
          id="new-field-options"
          label="Options"
          hint="One per line, in order. You can add more later."
          error={fields.options}
          optional
        >
          <textarea
            name="options"
            rows={4}
            defaultValue={values.options}
            {...fieldProps("new-field-options", { hint: true, error: fields.options })}
            className={fieldClass(Boolean(fields.options))}
          />
        </Field>
      )}
      <div className="sm:col-span-2">
        <TextField
          id="new-field-description"
          name="description"
          label="Description"
          optional
          hint="Shown next to the field."
          maxLength={1000}
          defaultValue={values.description}
          error={fields.description}
        />
      </div>
      <div className="flex gap-2 sm:col-span-2">
        <SubmitButton pendingText="Saving…">Create field</SubmitButton>
        <Button onClick={cancel}>Cancel</Button>
      </div>
    </form>
  );
}

/** A button that opens the form for a new custom field. */
export function NewCustomField({ action }: { action: FormAction }) {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  if (!open)
    return (
      <div>
        <Button variant="main" onClick={() => setOpen(true)}>
          Create custom field
        </Button>
      </div>
    );
  return (
    <Card title="New custom field">
      <OpenForm action={action} onDone={close} />
    </Card>
  );
}
