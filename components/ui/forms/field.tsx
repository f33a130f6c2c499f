import type { ComponentProps, ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";

const FRAME =
  "w-full rounded-field border bg-surface px-2.5 py-1.5 text-ink placeholder:text-ink-3 min-h-8.5";

/** Class names of a text field's frame, red for a rejected value. */
export function fieldClass(bad = false): string {
  return classNames(FRAME, bad ? "border-late" : "border-edge");
}

type FieldProps = { id: string; label: string; hint?: ReactNode; error?: string | null; optional?: boolean };

/** The label, hint and error of one field. The field uses `fieldProps(…)`, so that screen readers read both with it. */
export function Field({
  id,
  label,
  hint,
  error,
  optional = false,
  children,
}: FieldProps & { children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-ink-2">
        {label}
        {optional && <span className="text-ink-3"> (optional)</span>}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-note text-ink-3">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** The attributes that link a control to its hint and error. */
export function fieldProps(id: string, { hint, error }: { hint?: unknown; error?: string | null }) {
  const described = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(" ");
  return {
    id,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": described === "" ? undefined : described,
  } as const;
}

/** An error message, announced immediately to screen reader users. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="text-note text-late">
      {children}
    </p>
  );
}

/** Fields that are submitted but not shown. */
export function HiddenFields({ values }: { values: Readonly<Record<string, string>> }) {
  return Object.entries(values).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}

export function TextField({
  id,
  label,
  hint,
  error,
  optional,
  ...input
}: FieldProps & Omit<ComponentProps<"input">, "id" | "className">) {
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional}>
      <input
        type="text"
        {...input}
        {...fieldProps(id, { hint, error })}
        className={fieldClass(Boolean(error))}
      />
    </Field>
  );
}

export function SelectField({
  id,
  label,
  hint,
  error,
  optional,
  options,
  ...select
}: FieldProps &
  Omit<ComponentProps<"select">, "id" | "className" | "children"> & {
    options: readonly { value: string; label: string }[];
  }) {
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional}>
      <select {...select} {...fieldProps(id, { hint, error })} className={fieldClass(Boolean(error))}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}
