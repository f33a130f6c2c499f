"use client";

import { useCallback, useRef, useState } from "react";
import { Card } from "@/components/ui/card";
import { Field, fieldClass, fieldProps, SelectField, TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import type { FormAction } from "@/components/ui/form-state";
import { PartyPicker } from "@/components/ui/party-picker";
import { SubmitButton } from "@/components/ui/submit-button";
import { useFormAction } from "@/components/ui/use-form-action";

const TYPES = [
  { value: "container", label: "Container" },
  { value: "bill_of_lading", label: "Bill of lading" },
  { value: "booking_number", label: "Booking" },
];

/** Lines most boxes come with; any other SCAC can be typed. */
const LINES = [
  ["MAEU", "Maersk"],
  ["MSCU", "MSC"],
  ["CMDU", "CMA CGM"],
  ["HLCU", "Hapag-Lloyd"],
  ["ONEY", "ONE"],
  ["COSU", "COSCO"],
  ["EGLV", "Evergreen"],
  ["OOLU", "OOCL"],
  ["YMLU", "Yang Ming"],
  ["HDMU", "HMM"],
  ["ZIMU", "ZIM"],
] as const;

/** Asks the service to track one number. */
export function TrackForm({
  parties,
  action,
}: {
  parties: readonly { id: string; name: string }[];
  action: FormAction;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [customer, setCustomer] = useState("");
  const onDone = useCallback(() => {
    setCustomer("");
    form.current?.reset();
    form.current?.querySelector<HTMLInputElement>("#track-number")?.focus();
  }, []);
  const [{ problem, fields, values }, send] = useFormAction(action, onDone);

  return (
    <Card title="Track a number">
      <form ref={form} action={send} className="flex flex-col gap-3">
        <FormProblem problem={problem} />
        <TextField
          id="track-number"
          name="number"
          label="Number"
          required
          autoComplete="off"
          spellCheck={false}
          defaultValue={values.number}
          error={fields.number}
          hint="Spaces and dashes of a container number do not matter."
        />
        <SelectField
          key={values.type}
          id="track-type"
          name="type"
          label="Kind of number"
          options={TYPES}
          defaultValue={values.type ?? "container"}
          error={fields.type}
        />
        <TextField
          id="track-scac"
          name="scac"
          label="Line"
          optional
          list="track-lines"
          placeholder="Detect"
          maxLength={4}
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="characters"
          defaultValue={values.scac}
          error={fields.scac}
          hint="SCAC of four letters. Left empty, the service finds the line."
        />
        <datalist id="track-lines">
          {LINES.map(([scac, name]) => (
            <option key={scac} value={scac}>
              {name}
            </option>
          ))}
        </datalist>
        <Field
          id="track-references"
          label="References"
          optional
          hint="Several by commas or lines."
          error={fields.references}
        >
          <textarea
            name="references"
            rows={2}
            defaultValue={values.references}
            className={fieldClass(Boolean(fields.references))}
            {...fieldProps("track-references", { hint: true, error: fields.references })}
          />
        </Field>
        <PartyPicker
          id="track-customer"
          name="customer"
          label="Customer"
          optional
          parties={parties}
          value={customer}
          onChange={setCustomer}
          error={fields.customer}
        />
        <div>
          <SubmitButton pendingText="Asking the service…">Track</SubmitButton>
        </div>
      </form>
    </Card>
  );
}
