"use client";

import { type ComponentProps, useCallback, useRef, useState } from "react";
import { Card } from "@/components/ui/card";
import { Field, fieldClass, fieldProps, SelectField, TextField } from "@/components/ui/forms/field";
import { FormProblem } from "@/components/ui/forms/form-problem";
import type { FormAction } from "@/components/ui/forms/form-state";
import { PartyPicker } from "@/components/ui/forms/party-picker";
import { SubmitButton } from "@/components/ui/forms/submit-button";
import { useFormAction } from "@/components/ui/forms/use-form-action";
import { REQUEST_TYPES } from "@/lib/contract/enums";
import { KNOWN_SCACS, SHIPPING_LINES } from "@/lib/domain/numbers/carrier-codes";
import { guessNumber, wrongCheckDigit } from "@/lib/domain/numbers/number-kind";
import { REQUEST_TYPE_LABELS } from "@/lib/features/tracking-requests/messages/tracking-status";
import { NumberSaid } from "./number-feedback";
import { useReadingOfNumber } from "./use-number-inference";

const TYPES = REQUEST_TYPES.map((type) => ({ value: type, label: REQUEST_TYPE_LABELS[type] }));
const REFERENCES_HINT = "Several by commas or lines.";

/** What was typed; a field that is missing was not touched. */
type Typed = Partial<Record<"number" | "type" | "scac" | "references" | "tags" | "customer", string>>;

/** What the form begins with; "" for what is not given. */
export type Beginning = { number: string; type: string; scac: string };

function typedAlready({ type, scac }: Beginning): Typed {
  const known = REQUEST_TYPES.find((each) => each === type);
  return { ...(known && { type: known }), ...(scac !== "" && { scac }) };
}

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
}: { value: string } & Pick<ComponentProps<typeof TextField>, "error" | "onChange" | "onFocus" | "onBlur">) {
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
        hint="SCAC of four letters. Leave blank to detect the line."
      />
      <datalist id="track-lines">
        {SHIPPING_LINES.map(({ scac, name }) => (
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
  beginning,
  parties,
  action,
}: {
  beginning: Beginning;
  parties: readonly { id: string; name: string }[];
  action: FormAction;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Typed>(() => typedAlready(beginning));
  const type = (part: Typed) => setTyped((before) => ({ ...before, ...part }));
  const onDone = useCallback(() => {
    setTyped({ number: "" });
    form.current?.querySelector<HTMLInputElement>("#track-number")?.focus();
  }, []);
  const [{ problem, fields, values }, send] = useFormAction(action, onDone);
  // Sent without script, the form comes back with what was sent.
  const stands: Typed = typed.number === undefined ? { ...values, ...typed } : typed;
  const number = stands.number ?? beginning.number;
  const guess = guessNumber(number, KNOWN_SCACS);
  const answer = useReadingOfNumber(number);
  const reading = answer === null || answer === "asking" ? null : answer.reading;
  const kind = stands.type ?? reading?.type ?? guess?.type ?? "container";
  // An answer that arrives while the line is typed must not change the field under the cursor.
  const [focusedScac, setFocusedScac] = useState<string | null>(null);
  const scac = stands.scac ?? focusedScac ?? reading?.line?.scac ?? guess?.scac ?? "";

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
        <NumberSaid answer={answer} scac={scac} onLine={(chosen) => type({ scac: chosen })} />
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
          value={scac}
          onFocus={() => setFocusedScac(scac)}
          onBlur={() => setFocusedScac(null)}
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
        <TextField
          id="track-tags"
          name="tags"
          label="Tags"
          optional
          autoComplete="off"
          value={stands.tags ?? ""}
          onChange={(event) => type({ tags: event.target.value })}
          error={fields.tags}
          hint="Of the shipment. Several by commas."
        />
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
