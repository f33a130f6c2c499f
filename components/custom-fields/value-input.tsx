"use client";

import { PlaceTimeField } from "@/components/time/local-time-field";
import { FieldError, SelectField, TextField } from "@/components/ui/forms/field";
import { asTyped, twiceChoiceOf } from "@/lib/domain/time/local-time-input";
import { REFERENCE_LABELS, type RecordField } from "@/lib/features/custom-fields/rules/custom-field";

type Props = {
  id: string;
  field: RecordField;
  /** The current or previously typed value as text. A multiple choice has several. */
  texts: readonly string[];
  /** The values of the last submit. */
  typedBefore: Readonly<Record<string, string>>;
  zone: string | null;
  error?: string;
};

const isInstant = (text: string) => /Z|[+-]\d{2}:?\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

function TimeInput({ id, field, texts, typedBefore, zone, error }: Props) {
  const [text = ""] = texts;
  const shownIn = zone ?? "UTC";
  const held = isInstant(text) ? text : null;
  return (
    <PlaceTimeField
      id={id}
      name="value"
      label={field.name}
      zone={typedBefore.valueZone || shownIn}
      value={held ? asTyped(held, shownIn) : text}
      twice={held === null ? null : twiceChoiceOf(held, shownIn)}
      error={error}
      optional={false}
    />
  );
}

function SeveralInput({ id, field, texts, error }: Props) {
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 text-ink-2">{field.name}</legend>
      <div className="grid max-h-56 gap-0.5 overflow-y-auto rounded-field border border-edge bg-surface px-2.5 py-1.5">
        {field.options.length === 0 && <p className="text-ink-3">No options yet. Add options in Settings.</p>}
        {field.options.map(({ id: optionId, value, label }) => (
          <label key={optionId} className="flex min-h-6 items-center gap-2">
            <input type="checkbox" name="value" value={value} defaultChecked={texts.includes(value)} />
            <bdi className="wrap-anywhere">{label}</bdi>
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}

/** The input for a custom field's data type. It submits `value`, several times for a multiple choice. */
export function ValueInput(props: Props) {
  const { id, field, texts, error } = props;
  const [text = ""] = texts;
  const common = { id, name: "value", label: field.name, error };
  const hint = field.description ?? undefined;
  switch (field.dataType) {
    case "datetime":
      return <TimeInput {...props} />;
    case "enum_multi":
      return <SeveralInput {...props} />;
    case "boolean":
      return (
        <SelectField
          {...common}
          hint={hint}
          defaultValue={text}
          options={[
            { value: "", label: "Select…" },
            { value: "true", label: "Yes" },
            { value: "false", label: "No" },
          ]}
        />
      );
    case "enum":
      return (
        <SelectField
          {...common}
          hint={hint ?? (field.options.length === 0 ? "No options yet. Add options in Settings." : undefined)}
          defaultValue={text}
          options={[{ value: "", label: "Select…" }, ...field.options]}
        />
      );
    case "date":
      return <TextField {...common} hint={hint} type="date" defaultValue={text} />;
    case "number":
      return <TextField {...common} hint={hint} inputMode="decimal" maxLength={30} defaultValue={text} />;
    case "reference": {
      const kind = REFERENCE_LABELS[field.referenceType ?? ""] ?? "Number";
      const shown = props.typedBefore.chosen === undefined ? (field.held?.value ?? "") : text;
      return <TextField {...common} hint={hint ?? kind} maxLength={200} defaultValue={shown} />;
    }
    default:
      return <TextField {...common} hint={hint} maxLength={300} defaultValue={text} />;
  }
}
