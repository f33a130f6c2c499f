"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, fieldClass, fieldProps, SelectField } from "@/components/ui/forms/field";
import { FormDraft } from "@/components/ui/forms/form-draft";
import { FormProblem } from "@/components/ui/forms/form-problem";
import type { FormAction } from "@/components/ui/forms/form-state";
import { SubmitButton } from "@/components/ui/forms/submit-button";
import { useFormAction } from "@/components/ui/forms/use-form-action";
import { useMay } from "@/components/ui/permissions";
import type { LineWithTerms } from "@/lib/features/moves/rules/settings-data";

/** Sets a line's free days and counting method, or deletes them. */
export function PerDiemTermsForm({
  line,
  actions,
}: {
  line: LineWithTerms;
  actions: { set: FormAction; remove: FormAction };
}) {
  const [seen] = useState(line.savedAt ?? "");
  const maySet = useMay("dispatch");
  const [{ problem, fields, values }, set] = useFormAction(actions.set);
  const [removed, remove, removing] = useFormAction(actions.remove);
  const id = `terms-${line.scac}`;
  const name = line.name ?? line.scac;
  if (!maySet)
    return (
      <p>
        {line.freeDays === null
          ? "–"
          : `${line.freeDays} ${line.counts === "business" ? "business" : "calendar"} ${line.freeDays === 1 ? "day" : "days"}`}
      </p>
    );
  return (
    <form action={set} className="grid gap-2">
      <input type="hidden" name="scac" value={line.scac} />
      <input type="hidden" name="savedAt" value={values.savedAt ?? seen} />
      <FormDraft id={id} />
      <FormProblem problem={problem ?? removed.problem} />
      <div className="flex flex-wrap items-end gap-2">
        <div className="w-24">
          <Field id={`${id}-days`} label="Free days" error={fields.freeDays}>
            <input
              type="text"
              inputMode="numeric"
              name="freeDays"
              aria-label={`Free days for ${name}`}
              defaultValue={values.freeDays ?? line.freeDays ?? ""}
              {...fieldProps(`${id}-days`, { error: fields.freeDays })}
              className={fieldClass(Boolean(fields.freeDays))}
            />
          </Field>
        </div>
        <div className="w-44">
          <SelectField
            id={`${id}-counts`}
            name="counts"
            label="Counted in"
            defaultValue={values.counts ?? line.counts ?? "calendar"}
            error={fields.counts}
            options={[
              { value: "calendar", label: "Calendar days" },
              { value: "business", label: "Business days" },
            ]}
          />
        </div>
        <SubmitButton variant="plain" pendingText="Saving…">
          Save<span className="sr-only"> {name}</span>
        </SubmitButton>
        {line.savedAt && (
          <Button type="submit" variant="quiet" formAction={remove} disabled={removing}>
            Remove<span className="sr-only"> the terms for {name}</span>
          </Button>
        )}
      </div>
    </form>
  );
}
