"use client";

import { type ReactNode, useCallback, useState } from "react";
import { useLocale } from "@/components/preferences/locale";
import { Field, fieldClass, fieldProps, TextField } from "@/components/ui/forms/field";
import type { FormAction } from "@/components/ui/forms/form-state";
import { OpenedForm } from "@/components/ui/forms/opened-form";
import { useFormAction } from "@/components/ui/forms/use-form-action";
import { OnlyWho } from "@/components/ui/permissions";
import { ScriptedButton } from "@/components/ui/scripted-button";
import type { TerminalWithHours } from "@/lib/features/moves/rules/settings-data";
import { specialDayLines } from "@/lib/features/moves/rules/special-days";
import { openingsOn, rangesAsTyped } from "@/lib/features/moves/rules/terminal-hours";

/** Monday first, the usual order of a week. The numbers are 0 (Sunday) to 6 (Saturday). */
const WEEK = [
  [1, "Monday"],
  [2, "Tuesday"],
  [3, "Wednesday"],
  [4, "Thursday"],
  [5, "Friday"],
  [6, "Saturday"],
  [0, "Sunday"],
] as const;

/** What the fields accept, as users of each locale would type it. */
const EXAMPLES = {
  "en-US": { hours: "7am-4:30pm, or 7am-4:30pm, 6pm-3am", day: "12/24/2026 7am-12pm" },
  "en-GB": { hours: "07:00-16:30, or 07:00-16:30, 18:00-03:00", day: "24/12/2026 07:00-12:00" },
} as const;

type Props = { terminal: TerminalWithHours; action: FormAction };

function OpenForm({ terminal, action, onDone }: Props & { onDone: () => void }) {
  const [seen] = useState(terminal);
  const [{ problem, fields, values }, send] = useFormAction(action, onDone);
  const locale = useLocale();
  const typed = (day: number) => rangesAsTyped(locale, openingsOn(seen.hours, day));
  return (
    <OpenedForm
      action={send}
      draft={`terminal hours ${terminal.id}`}
      hidden={{ terminalId: terminal.id, savedAt: values.savedAt ?? seen.savedAt ?? "" }}
      problem={problem}
      label="Save"
      onDone={onDone}
      className="mt-2"
    >
      <p className="text-note text-ink-2">
        For example {EXAMPLES[locale].hours} with a night gate. Leave a day blank if closed. All blank means
        not set.
      </p>
      <div className="grid gap-2 sm:grid-cols-2 xl:grid-cols-4">
        {WEEK.map(([day, label]) => (
          <TextField
            key={day}
            id={`hours-${terminal.id}-${day}`}
            name={`day${day}`}
            label={label}
            autoComplete="off"
            defaultValue={values[`day${day}`] ?? typed(day)}
            error={fields[`day${day}`]}
          />
        ))}
      </div>
      <SpecialDaysField
        id={`special-${terminal.id}`}
        typed={values.specialDays ?? specialDayLines(locale, seen.specialDays)}
        error={fields.specialDays}
      />
    </OpenedForm>
  );
}

function SpecialDaysField({ id, typed, error }: { id: string; typed: string; error: string | undefined }) {
  const hint = `One per line: 2026-12-25 Christmas, or ${EXAMPLES[useLocale()].day}, or 2026-12-26 to 2026-12-28.`;
  return (
    <Field id={id} label="Holidays and closures" optional hint={hint} error={error ?? null}>
      <textarea
        {...fieldProps(id, { hint, error: error ?? null })}
        name="specialDays"
        rows={3}
        maxLength={20_000}
        autoComplete="off"
        defaultValue={typed}
        className={fieldClass(Boolean(error))}
      />
    </Field>
  );
}

/** A terminal's gate hours, one field per weekday, with holidays and closures. `children` is shown until the form is opened. */
export function TerminalHoursForm({ children, ...props }: Props & { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  if (open) return <OpenForm {...props} onDone={close} />;
  return (
    <div className="flex flex-wrap items-baseline gap-x-3">
      {children}
      <OnlyWho may="dispatch">
        <ScriptedButton
          className="min-h-6 text-accent hover:underline"
          onClick={() => setOpen(true)}
          aria-label={`Set gate hours for ${props.terminal.name}`}
        >
          {props.terminal.hours.length > 0 ? "Edit" : "Set hours"}
        </ScriptedButton>
      </OnlyWho>
    </div>
  );
}
