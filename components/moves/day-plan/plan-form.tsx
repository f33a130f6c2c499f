"use client";

import { type FormEvent, useState } from "react";
import { useLocale } from "@/components/preferences/locale";
import { PlaceTimeField } from "@/components/time/local-time-field";
import { Button } from "@/components/ui/button";
import { Field, fieldClass, fieldProps, SelectField } from "@/components/ui/forms/field";
import { FormButtons } from "@/components/ui/forms/form-buttons";
import { discardDraft, FormDraft } from "@/components/ui/forms/form-draft";
import { FormProblem } from "@/components/ui/forms/form-problem";
import { Panel } from "@/components/ui/panel";
import { resolveWallTime, TWICE_CHOICES, twiceChoiceOf } from "@/lib/domain/time/local-time-input";
import { cardName, PART_LABELS } from "@/lib/features/moves/messages/day-plan";
import { type DayPlan, type PlanCard, planZone } from "@/lib/features/moves/rules/day-plan";
import { isChange, type PlanEdit, type Problem } from "@/lib/features/moves/rules/plan-edits";
import type { Locale } from "@/lib/platform/text/locale";

/** A card whose form is open, with the time that it begins with, as typed, and why a drop opened it. */
export type OpenCard = { card: PlanCard; typed: string; problem: string | null };

type Options = Pick<DayPlan, "carriers" | "drivers">;

/** Reads the change from the fields `time`, `timeTwice`, `driver` and `carrier`. */
function readEdit(form: FormData, card: PlanCard, options: Options, locale: Locale): PlanEdit | Problem {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const twice = TWICE_CHOICES.find((choice) => choice === text("timeTwice")) ?? null;
  const time = resolveWallTime(text("time"), planZone(card), twice, locale);
  if ("problem" in time) return time;
  const isSameTime = card.moment !== null && Date.parse(card.moment.at) === Date.parse(time.at);
  const [driver, carrier] = [text("driver"), form.has("carrier") ? text("carrier") : null];
  const former = card.row.drayCarriers[0]?.partyId ?? "";
  const isSameCarrier = carrier === null || carrier === former;
  return {
    card,
    time: isSameTime ? null : time,
    driver: driver === (card.row.driver ?? "") ? null : driver,
    carrier: isSameCarrier ? null : { to: options.carriers.find(({ id }) => id === carrier) ?? null },
  };
}

function CarrierField({ card, carriers }: { card: PlanCard; carriers: Options["carriers"] }) {
  const { drayCarriers } = card.row;
  const [current] = drayCarriers;
  const others = carriers.filter(({ id }) => id !== current?.partyId);
  if (drayCarriers.length > 1)
    return (
      <p className="text-note text-ink-3">
        Dray carriers: {drayCarriers.map(({ name }) => name).join(", ")}. Change them on the container’s page.
      </p>
    );
  return (
    <SelectField
      id="plan-carrier"
      name="carrier"
      label="Dray carrier"
      defaultValue={current?.partyId ?? ""}
      options={[
        { value: "", label: "None" },
        ...(current ? [{ value: current.partyId, label: current.name || "Unnamed carrier" }] : []),
        ...others.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}

/** The form of a card: time, driver and dray carrier. It is saved as dropping the card is. */
export function PlanMoveForm({
  open: { card, typed, problem: opened },
  options,
  onSave,
  onClose,
}: {
  open: OpenCard;
  options: Options;
  /** Returns why it was refused, null once it is saved. */
  onSave: (edit: PlanEdit) => Promise<string | null>;
  onClose: () => void;
}) {
  const locale = useLocale();
  const [problem, setProblem] = useState(opened);
  const [pending, setPending] = useState(false);

  const draft = `plan ${card.key}`;
  /** Closes the form for good: what was typed is saved, or not wanted. */
  function close(): void {
    discardDraft(draft);
    onClose();
  }

  async function send(edit: PlanEdit | Problem): Promise<void> {
    if ("problem" in edit) return setProblem(edit.problem);
    if (!isChange(edit)) return close();
    setPending(true);
    const refused = await onSave(edit);
    setPending(false);
    if (refused === null) close();
    else setProblem(refused);
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    void send(readEdit(new FormData(event.currentTarget), card, options, locale));
  }

  return (
    <Panel title={`Plan ${cardName(card)}`} onClose={onClose}>
      <form onSubmit={onSubmit} className="flex flex-col gap-3" noValidate>
        <FormDraft id={draft} />
        <FormProblem problem={problem} />
        <PlaceTimeField
          id="plan-time"
          name="time"
          label={`${PART_LABELS[card.part]} time`}
          zone={planZone(card)}
          value={typed}
          twice={card.moment && twiceChoiceOf(card.moment.at, card.moment.zone)}
          optional={false}
        />
        <Field id="plan-driver" label="Driver" optional>
          <input
            type="text"
            name="driver"
            list="plan-drivers"
            autoComplete="off"
            maxLength={200}
            defaultValue={card.row.driver ?? ""}
            {...fieldProps("plan-driver", {})}
            className={fieldClass()}
          />
          <datalist id="plan-drivers">
            {options.drivers.map((driver) => (
              <option key={driver} value={driver} />
            ))}
          </datalist>
        </Field>
        <CarrierField card={card} carriers={options.carriers} />
        <div className="flex flex-wrap items-center justify-between gap-2">
          <FormButtons label="Save plan" pendingText="Saving…" pending={pending} onLeave={close} />
          {card.moment && (
            <Button
              variant="danger"
              disabled={pending}
              onClick={() => void send({ card, time: { at: null, zone: null }, driver: null, carrier: null })}
            >
              Remove from plan
            </Button>
          )}
        </div>
      </form>
    </Panel>
  );
}
