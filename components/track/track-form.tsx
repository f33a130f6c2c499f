"use client";

import { type ComponentProps, useCallback, useRef, useState } from "react";
import { Card } from "@/components/ui/card";
import { Field, fieldClass, fieldProps, SelectField, TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import type { FormAction } from "@/components/ui/form-state";
import { PartyPicker } from "@/components/ui/party-picker";
import { SubmitButton } from "@/components/ui/submit-button";
import { useFormAction } from "@/components/ui/use-form-action";
import { guessNumber, wrongCheckDigit } from "@/lib/dispatch/number-kind";

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

const SCACS = LINES.map(([scac]) => scac);
const REFERENCES_HINT = "Several by commas or lines.";

/** What was typed; a field that is missing was not touched. */
type Typed = Partial<Record<"number" | "type" | "scac" | "references" | "customer", string>>;
const NOTHING: Typed = {};

/** The number, whose check digit is judged while it is typed. */
function NumberField({
  isContainer,
  error,
  ...input
}: { value: string; isContainer: boolean } & Pick<ComponentProps<typeof TextField>, "error" | "onChange">) {
  const wrong = isContainer ? wrongCheckDigit(input.value) : null;
  const said = wrong ? `The check digit does not fit: by the rest it is ${wrong.expected}.` : error;
  return (
    <TextField
      id="track-number"
      name="number"
      label="Number"
      required
      autoComplete="off"
      spellCheck={false}
      {...input}
      error={said}
      hint="Spaces and dashes of a container number do not matter."
    />
  );
}

function LineField({
  error,
  ...input
}: { value: string } & Pick<ComponentProps<typeof TextField>, "error" | "onChange">) {
  return (
    <>
      <TextField
        id="track-scac"
        name="scac"
        label="Line"
        optional
        list="track-lines"
        placeholder="Find the line"
        maxLength={4}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="characters"
        {...input}
        error={error}
        hint="SCAC of four letters. Left empty, the service finds the line."
      />
      <datalist id="track-lines">
        {LINES.map(([scac, name]) => (
          <option key={scac} value={scac}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}

/** Asks the service to track one number. Kind and line follow the number until somebody sets them. */
export function TrackForm({
  number: given,
  parties,
  action,
}: {
  /** The number to begin with; "" for none. */
  number: string;
  parties: readonly { id: string; name: string }[];
  action: FormAction;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Typed>(NOTHING);
  const type = (part: Typed) => setTyped((before) => ({ ...before, ...part }));
  const onDone = useCallback(() => {
    setTyped({ number: "" });
    form.current?.querySelector<HTMLInputElement>("#track-number")?.focus();
  }, []);
  const [{ problem, fields, values }, send] = useFormAction(action, onDone);
  // Sent without script, the form comes back with what was sent.
  const stands: Typed = typed.number === undefined ? { ...values, ...typed } : typed;
  const number = stands.number ?? given;
  const guess = guessNumber(number, SCACS);
  const kind = stands.type ?? guess?.type ?? "container";

  return (
    <Card title="Track a number">
      {/* What was refused stays as typed: the fields are emptied above, not by the browser. */}
      <form
        ref={form}
        action={send}
        onReset={(event) => event.preventDefault()}
        className="flex flex-col gap-3"
      >
        <FormProblem problem={problem} />
        <NumberField
          value={number}
          isContainer={kind === "container"}
          error={number === values.number ? fields.number : null}
          onChange={(event) => type({ number: event.target.value })}
        />
        <SelectField
          id="track-type"
          name="type"
          label="Kind of number"
          options={TYPES}
          value={kind}
          onChange={(event) => type({ type: event.target.value })}
          error={fields.type}
        />
        <LineField
          value={stands.scac ?? guess?.scac ?? ""}
          onChange={(event) => type({ scac: event.target.value })}
          error={fields.scac}
        />
        <Field
          id="track-references"
          label="References"
          optional
          hint={REFERENCES_HINT}
          error={fields.references}
        >
          <textarea
            name="references"
            rows={2}
            value={stands.references ?? ""}
            onChange={(event) => type({ references: event.target.value })}
            className={fieldClass(Boolean(fields.references))}
            {...fieldProps("track-references", { hint: REFERENCES_HINT, error: fields.references })}
          />
        </Field>
        <PartyPicker
          id="track-customer"
          name="customer"
          label="Customer"
          optional
          parties={parties}
          value={stands.customer ?? ""}
          onChange={(customer) => type({ customer })}
          error={fields.customer}
        />
        <div>
          <SubmitButton pendingText="Asking the service…">Track</SubmitButton>
        </div>
      </form>
    </Card>
  );
}
