"use client";

import Link from "next/link";
import { type ComponentProps, useCallback, useRef, useState } from "react";
import { Card } from "@/components/ui/card";
import { Field, fieldClass, fieldProps, SelectField, TextField } from "@/components/ui/forms/field";
import { FormDraft } from "@/components/ui/forms/form-draft";
import { FormProblem } from "@/components/ui/forms/form-problem";
import type { FormAction } from "@/components/ui/forms/form-state";
import { type PartyChoice, PartyPicker } from "@/components/ui/forms/party-picker";
import { SubmitButton } from "@/components/ui/forms/submit-button";
import { useFormAction } from "@/components/ui/forms/use-form-action";
import { REQUEST_TYPES } from "@/lib/contract/enums";
import { KNOWN_SCACS, SHIPPING_LINES } from "@/lib/domain/numbers/carrier-codes";
import { guessNumber, looksLikeContainer, scacIn } from "@/lib/domain/numbers/number-kind";
import { containerProblem } from "@/lib/domain/numbers/requested-number";
import { REQUEST_TYPE_LABELS } from "@/lib/features/tracking-requests/messages/tracking-status";
import { ReportedNumber } from "./number-feedback";
import { useReadingOfNumber } from "./use-number-inference";

const TYPES = REQUEST_TYPES.map((type) => ({ value: type, label: REQUEST_TYPE_LABELS[type] }));
const REFERENCES_HINT = "Separate with commas or line breaks.";

/** The typed values. A missing field was not edited. */
type Typed = Partial<Record<"number" | "type" | "scac" | "references" | "tags" | "customer", string>>;

/** The initial values of the form. "" for a field without one. */
export type Beginning = { number: string; type: string; scac: string };

function typedAlready({ type, scac }: Beginning): Typed {
  const known = REQUEST_TYPES.find((each) => each === type);
  return { type: known, scac: scac === "" ? undefined : scac };
}

/**
 * The number field, which validates the check digit while the user types. A number that looks like a container but is a
 * bill of lading is one only when the user says so.
 */
function NumberField({
  isContainer,
  error,
  onBillOfLading,
  ...input
}: { value: string; isContainer: boolean; onBillOfLading: () => void } & Pick<
  ComponentProps<typeof TextField>,
  "error" | "onChange"
>) {
  const wrong = isContainer && looksLikeContainer(input.value) ? containerProblem(input.value) : null;
  const problem = wrong ?? error;
  return (
    <div>
      <TextField
        id="track-number"
        name="number"
        label="Number"
        required
        autoComplete="off"
        spellCheck={false}
        {...input}
        error={problem}
        hint="Spaces and dashes in container numbers are ignored."
      />
      {isContainer && problem && (
        <button
          type="button"
          onClick={onBillOfLading}
          className="mt-0.5 inline-flex min-h-6 items-center text-note text-accent underline"
        >
          It is a BOL
        </button>
      )}
    </div>
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
        placeholder="Detect line"
        maxLength={4}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="characters"
        {...input}
        error={error}
        hint="Four-letter SCAC. Leave blank to detect the line."
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

/** The form to send a tracking request for one number. Type and line follow the number until the user sets them. */
export function TrackForm({
  beginning,
  parties,
  action,
}: {
  beginning: Beginning;
  parties: readonly PartyChoice[];
  action: FormAction;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Typed>(() => typedAlready(beginning));
  const type = (part: Typed) => setTyped((before) => ({ ...before, ...part }));
  const submitted = useRef("");
  const onDone = useCallback(() => {
    // A number that was typed while the request was pending is the next one.
    setTyped(({ number = submitted.current }) => ({ number: number === submitted.current ? "" : number }));
    form.current?.querySelector<HTMLInputElement>("#track-number")?.focus();
  }, []);
  const [{ problem, fields, values }, send] = useFormAction(action, onDone);
  // Without JavaScript, the form returns with the submitted values.
  const isValid: Typed = typed.number === undefined ? { ...values, ...typed } : typed;
  const number = isValid.number ?? beginning.number;
  const isRefused = number === values.number && fields.number !== undefined;
  const guess = guessNumber(number, KNOWN_SCACS);
  const response = useReadingOfNumber(number);
  const reading = response === null || response === "asking" ? null : response.reading;
  const kind = isValid.type ?? reading?.type ?? guess?.type ?? "container";
  // A response that arrives while the user types the line must not change the focused field.
  const [focusedScac, setFocusedScac] = useState<string | null>(null);
  const scac =
    isValid.scac ??
    focusedScac ??
    reading?.line?.scac ??
    (kind === "container" ? "" : (scacIn(number, KNOWN_SCACS) ?? ""));

  return (
    <Card title="Track a number">
      {/* Rejected input remains as typed. The fields are cleared above instead of by the browser. */}
      <form
        ref={form}
        action={send}
        onSubmit={() => {
          submitted.current = number;
        }}
        onReset={(event) => event.preventDefault()}
        className="flex flex-col gap-3"
      >
        <FormDraft id={`track ${beginning.number}`} />
        <FormProblem problem={problem} />
        <NumberField
          value={number}
          isContainer={kind === "container"}
          error={isRefused && kind === (values.type ?? kind) ? fields.number : null}
          onBillOfLading={() => type({ type: "bill_of_lading" })}
          onChange={(event) => type({ number: event.target.value })}
        />
        {isRefused && values.existing && (
          <Link href={values.existing} className="text-accent hover:underline">
            View existing tracking
          </Link>
        )}
        <ReportedNumber response={response} scac={scac} onLine={(chosen) => type({ scac: chosen })} />
        <SelectField
          id="track-type"
          name="type"
          label="Number type"
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
            value={isValid.references ?? ""}
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
          value={isValid.tags ?? ""}
          onChange={(event) => type({ tags: event.target.value })}
          error={fields.tags}
          hint="Tags for the shipment. Separate with commas."
        />
        <PartyPicker
          id="track-customer"
          name="customer"
          label="Customer"
          optional
          parties={parties}
          value={isValid.customer ?? ""}
          onChange={(customer) => type({ customer })}
          error={fields.customer}
        />
        <div>
          <SubmitButton pendingText="Requesting…">Track</SubmitButton>
        </div>
      </form>
    </Card>
  );
}
