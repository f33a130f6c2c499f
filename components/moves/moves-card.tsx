import type { ReactNode } from "react";
import { AppointmentFlag } from "@/components/containers/appointment-flag";
import { Ago } from "@/components/time/age";
import { PlaceTime } from "@/components/time/local-time";
import type { FormAction } from "@/components/ui/forms/form-state";
import { OnlyWho } from "@/components/ui/permissions";
import { withKeys } from "@/components/ui/with-keys";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { GateSchedule } from "@/lib/domain/deadlines/gate-schedule";
import { daysOut } from "@/lib/domain/deadlines/per-diem";
import type { Moment } from "@/lib/domain/time/moment";
import { knownZone, localDate } from "@/lib/domain/time/zoned-time";
import { specialDaysText, weekText } from "@/lib/features/moves/messages/terminal-hours";
import { type MovePart, moveConflicts, type PlannedMove } from "@/lib/features/moves/rules/planned-move";
import type { Locale } from "@/lib/platform/text/locale";
import { PlanForm } from "./planned-move-form";
import { ReturnClock } from "./return-countdown";

function Entry({ label, part, children }: { label: string; part?: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{label}</dt>
      <dd data-move={part} className="text-right">
        {children}
      </dd>
    </>
  );
}

function Planned({ moment, place, now }: { moment: Moment | null; place?: string; now: number }) {
  if (!moment && !place) return <span className="text-ink-3">not planned</span>;
  return (
    <>
      {moment ? <PlaceTime moment={moment} now={now} /> : <span className="text-ink-3">no time yet</span>}
      {place && <span className="block text-small wrap-anywhere text-ink-3">{place}</span>}
    </>
  );
}

function ReturnEntry({ row, now }: { row: BoardRow; now: number }) {
  const { returnDue } = row;
  if (!returnDue) return null;
  const line = row.line.name ?? row.line.scac;
  const out = daysOut(returnDue, new Date(now));
  return (
    <Entry label="Empty return due" part="returnDue">
      <ReturnClock due={returnDue} line={line} />
      {out !== null && returnDue.state !== "returned" && (
        <span className="block text-small text-ink-3">
          out for {out} {out === 1 ? "day" : "days"}
        </span>
      )}
      {returnDue.state === "terms_not_set" && (
        <OnlyWho may="dispatch">
          <a href="/settings/line-terms" className="block text-small text-accent hover:underline">
            Set the line’s free days
          </a>
        </OnlyWho>
      )}
    </Entry>
  );
}

const SPECIAL_DAYS_SHOWN = 4;

const PARTS: readonly MovePart[] = ["appointment", "pickup", "delivery", "emptyReturn"];

/** The terminal's appointment and the planned moves, their conflicts, and the empty return date. */
export function Moves({
  row,
  plan,
  pickupZone,
  city,
  gates,
  now,
  locale,
  action,
}: {
  row: BoardRow;
  plan: PlannedMove;
  pickupZone: string | null;
  /** The city of the pickup place. Null when unknown. */
  city: string | null;
  gates: GateSchedule | null;
  now: number;
  locale: Locale;
  action: FormAction;
}) {
  const today = localDate(new Date(now), knownZone(pickupZone));
  const comingDays = (gates?.specialDays ?? []).filter(({ on }) => on >= today).slice(0, SPECIAL_DAYS_SHOWN);
  const conflicts = moveConflicts(locale, row, plan, gates, new Date(now));
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3.5 gap-y-1">
        <Entry label="Terminal appointment" part="appointment">
          {row.appointment ? (
            <>
              <PlaceTime moment={row.appointment} now={now} />
              <AppointmentFlag facts={row} />
            </>
          ) : (
            <span className="text-ink-3">none reported</span>
          )}
        </Entry>
        <Entry label="Planned pickup" part="pickup">
          <Planned moment={plan.pickup} now={now} />
        </Entry>
        {row.gateOut && (
          <Entry label="Gate out" part="out">
            <PlaceTime moment={row.gateOut} now={now} />
          </Entry>
        )}
        <Entry label="Planned delivery" part="delivery">
          <Planned moment={plan.delivery} place={plan.deliveryPlace} now={now} />
        </Entry>
        <Entry label="Planned empty return" part="emptyReturn">
          <Planned moment={plan.emptyReturn} place={plan.emptyReturnPlace} now={now} />
        </Entry>
        {plan.driver !== "" && (
          <Entry label="Driver" part="driver">
            <span className="wrap-anywhere">{plan.driver}</span>
          </Entry>
        )}
        <ReturnEntry row={row} now={now} />
        {gates && gates.hours.length > 0 && (
          <Entry label="Terminal gate hours" part="gates">
            <span className="block text-small">{weekText(locale, gates.hours)}</span>
            {comingDays.length > 0 && (
              <span className="block text-small text-ink-3">
                {specialDaysText(locale, comingDays, today)}
              </span>
            )}
          </Entry>
        )}
      </dl>
      {conflicts.length > 0 && (
        <ul aria-label="Conflicts" className="mt-2 flex flex-col gap-1" data-conflicts>
          {withKeys(
            conflicts.toSorted((a, b) => PARTS.indexOf(a.about) - PARTS.indexOf(b.about)),
            ({ text }) => text,
          ).map(({ key, item: { text } }) => (
            <li key={key} className="rounded-field bg-soon-soft px-2 py-1 text-soon">
              <span aria-hidden>⚠ </span>
              {text}
            </li>
          ))}
        </ul>
      )}
      {plan.note.trim() !== "" && <p className="mt-2 whitespace-pre-line wrap-anywhere">{plan.note}</p>}
      {plan.savedAt && (
        <p className="mt-1 text-small text-ink-3">
          planned by {plan.savedBy}, <Ago since={plan.savedAt} />
        </p>
      )}
      <OnlyWho may="dispatch">
        <PlanForm containerId={row.id} plan={plan} pickupZone={pickupZone} city={city} action={action} />
      </OnlyWho>
    </>
  );
}
