"use client";

import { useCallback, useState } from "react";
import { PlaceTimeField } from "@/components/time/local-time-field";
import { zoneCity } from "@/components/time/zone-city";
import { Button } from "@/components/ui/button";
import { Field, fieldClass, fieldProps, SelectField, TextField } from "@/components/ui/forms/field";
import type { FormAction } from "@/components/ui/forms/form-state";
import { OpenedForm } from "@/components/ui/forms/opened-form";
import { useFormAction } from "@/components/ui/forms/use-form-action";
import { asTyped, twiceChoiceOf } from "@/lib/domain/time/local-time-input";
import type { Moment } from "@/lib/domain/time/moment";
import type { PlannedMove } from "@/lib/features/moves/rules/planned-move";

/** Zones offered for the planned locations, in addition to the container's own. */
const ZONES = [
  "America/Los_Angeles",
  "America/Denver",
  "America/Phoenix",
  "America/Chicago",
  "America/New_York",
  "America/Halifax",
  "America/Vancouver",
  "America/Toronto",
  "America/Mexico_City",
];

type Part = "delivery" | "emptyReturn";

const typedOf = (moment: Moment | null): string => (moment ? asTyped(moment.at, moment.zone) : "");

function PartFields({
  part,
  label,
  place,
  moment,
  placeZone,
  placeCity,
  values,
  fields,
}: {
  part: Part;
  label: string;
  place: string;
  moment: Moment | null;
  placeZone: string | null;
  placeCity: string | null;
  values: Readonly<Record<string, string>>;
  fields: Readonly<Record<string, string>>;
}) {
  const typedZone = values[`${part}Zone`];
  const [zone, setZone] = useState<string | null>(typedZone || (moment ? moment.zone : placeZone));
  const zones = [...new Set([zone, placeZone, ...ZONES].filter((each) => each !== null))];
  return (
    <fieldset className="grid gap-2 border-t border-line pt-2">
      <legend className="sr-only">{label}</legend>
      <PlaceTimeField
        key={`${values[part]} ${zone}`}
        id={`plan-${part}`}
        name={part}
        label={label}
        zone={zone}
        city={zone === placeZone ? placeCity : null}
        value={values[part] ?? typedOf(moment)}
        twice={moment && twiceChoiceOf(moment.at, moment.zone)}
        error={fields[part]}
      />
      <div className="grid grid-cols-2 gap-2">
        <TextField
          id={`plan-${part}-place`}
          name={`${part}Place`}
          label="Where"
          optional
          maxLength={200}
          defaultValue={values[`${part}Place`] ?? place}
          error={fields[`${part}Place`]}
        />
        <SelectField
          id={`plan-${part}-zone`}
          label="Time zone"
          value={zone ?? ""}
          onChange={(event) => setZone(event.target.value || null)}
          options={[
            ...(zone === null ? [{ value: "", label: "Unknown" }] : []),
            ...zones.map((each) => ({
              value: each,
              label: (each === placeZone && placeCity) || zoneCity(each),
            })),
          ]}
        />
      </div>
    </fieldset>
  );
}

/** The plan for a container: pickup, delivery and empty return times, and a note. */
export function PlanForm({
  containerId,
  plan,
  pickupZone,
  city,
  action,
}: {
  containerId: string;
  plan: PlannedMove;
  /** The zone and the city of the pickup location. Null when unknown. */
  pickupZone: string | null;
  city: string | null;
  action: FormAction;
}) {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  if (!open)
    return (
      <Button className="mt-3" onClick={() => setOpen(true)}>
        {plan.version === 0 ? "Plan moves" : "Edit plan"}
      </Button>
    );
  return (
    <OpenPlan
      containerId={containerId}
      plan={plan}
      pickupZone={pickupZone}
      city={city}
      action={action}
      onDone={close}
    />
  );
}

function OpenPlan({
  containerId,
  plan,
  pickupZone,
  city,
  action,
  onDone,
}: Parameters<typeof PlanForm>[0] & { onDone: () => void }) {
  // The plan when the form was opened, so that changes by other users are reported and not overwritten.
  const [seen] = useState(plan);
  const [state, send] = useFormAction(action, onDone);
  const { values, fields } = state;
  return (
    <OpenedForm
      action={send}
      draft={`plan ${containerId}`}
      hidden={{ containerId, version: values.version ?? String(seen.version) }}
      problem={state.problem}
      label="Save plan"
      onDone={onDone}
      className="mt-3"
    >
      <PlaceTimeField
        key={values.pickup}
        id="plan-pickup"
        name="pickup"
        label="Planned pickup"
        zone={pickupZone}
        city={city}
        value={values.pickup ?? typedOf(seen.pickup)}
        twice={seen.pickup && twiceChoiceOf(seen.pickup.at, seen.pickup.zone)}
        error={fields.pickup}
      />
      <PartFields
        part="delivery"
        label="Planned delivery"
        place={seen.deliveryPlace}
        moment={seen.delivery}
        placeZone={pickupZone}
        placeCity={city}
        values={values}
        fields={fields}
      />
      <PartFields
        part="emptyReturn"
        label="Planned empty return"
        place={seen.emptyReturnPlace}
        moment={seen.emptyReturn}
        placeZone={pickupZone}
        placeCity={city}
        values={values}
        fields={fields}
      />
      <div className="grid gap-2 border-t border-line pt-2">
        <TextField
          id="plan-driver"
          name="driver"
          label="Driver"
          optional
          maxLength={200}
          defaultValue={values.driver ?? seen.driver}
          error={fields.driver}
        />
        <Field id="plan-note" label="Note, also shown on the board" error={fields.note} optional>
          <textarea
            name="note"
            rows={2}
            maxLength={2000}
            defaultValue={values.note ?? seen.note}
            {...fieldProps("plan-note", { error: fields.note })}
            className={fieldClass(Boolean(fields.note))}
          />
        </Field>
      </div>
    </OpenedForm>
  );
}
