import { CalendarClock, Printer } from "lucide-react";
import Link from "next/link";
import { useLocale } from "@/components/preferences/locale";
import { classNames } from "@/components/ui/class-names";
import { formatContainerNumber } from "@/lib/contract/container-number";
import type { GateSchedule } from "@/lib/domain/deadlines/gate-schedule";
import { containerHref } from "@/lib/features/containers/urls";
import { clockWithZone, hourText, laneName } from "@/lib/features/moves/messages/day-plan";
import {
  type AppointmentWindow,
  gatesOf,
  hourOf,
  laneOf,
  laneSlotState,
  type PlanCard,
  type PlanLane,
} from "@/lib/features/moves/rules/day-plan";
import { type PlanQuery, planHref } from "@/lib/features/moves/rules/plan-address";
import type { CardConflicts } from "@/lib/features/moves/rules/plan-conflicts";
import { type CardActions, PlanCardView } from "./plan-card";
import { slotId } from "./slots";

export type GridData = {
  day: string;
  lanes: readonly PlanLane[];
  hours: readonly number[];
  cards: readonly PlanCard[];
  appointments: readonly AppointmentWindow[];
  gates: readonly GateSchedule[];
  conflicts: ReadonlyMap<string, CardConflicts>;
};

/** An appointment as the terminal reported it. It does not move. */
function Appointment({ row, moment }: AppointmentWindow) {
  const locale = useLocale();
  return (
    <li data-appointment={row.id} className="rounded-field border border-dashed border-edge px-2 py-1">
      <p suppressHydrationWarning className="flex items-center gap-1 truncate text-small text-ink-2">
        <CalendarClock aria-hidden size={12} className="shrink-0" /> {clockWithZone(locale, moment)} ·
        Appointment
      </p>
      <Link
        href={containerHref(row.id)}
        prefetch={false}
        className="font-mono text-[12.5px] whitespace-nowrap hover:underline"
      >
        {formatContainerNumber(row.number)}
      </Link>
    </li>
  );
}

function Slot({
  lane,
  hour,
  data,
  query,
  shownGates,
  isTarget,
  actions,
}: {
  lane: PlanLane;
  hour: number;
  data: GridData;
  query: PlanQuery;
  /** The gate hours that shade the slot. */
  shownGates: readonly (GateSchedule | null)[];
  isTarget: boolean;
  actions: CardActions;
}) {
  const locale = useLocale();
  const own = data.cards.filter(
    ({ row, moment }) => moment && hourOf(moment) === hour && laneOf(row, query.group).key === lane.key,
  );
  const appointments = data.appointments.filter(
    ({ row, moment }) => hourOf(moment) === hour && laneOf(row, query.group).key === lane.key,
  );
  const isEmpty = own.length === 0 && appointments.length === 0;
  const state = laneSlotState(shownGates, data.day, hour);
  return (
    <div
      data-slot={slotId(lane.key, hour)}
      data-gate={state}
      className={classNames(
        "border-t border-line p-1",
        state === "closed" && "slot-closed",
        isEmpty && "max-md:hidden",
        isTarget && "outline-2 -outline-offset-2 outline-accent",
      )}
    >
      {!isEmpty && <h4 className="sr-only">{hourText(locale, hour)}</h4>}
      {state === "closed" && <p className="text-small text-ink-3">gate closed</p>}
      {!isEmpty && (
        <ul className="flex flex-col gap-1">
          {appointments.map((each) => (
            <Appointment key={each.row.id} {...each} />
          ))}
          {own.map((card) => (
            <PlanCardView
              key={card.key}
              card={card}
              group={query.group}
              conflicts={data.conflicts.get(card.key)}
              actions={actions}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/** The gate hours of the terminals of a lane: those of its moves and appointments. */
function gatesOfLane({ cards, appointments, gates }: GridData, group: PlanQuery["group"], lane: PlanLane) {
  const rows = [...cards.filter(({ part }) => part === "pickup"), ...appointments].map(({ row }) => row);
  const own = rows.filter((row) => laneOf(row, group).key === lane.key);
  return own.map((row) => gatesOf(row, gates));
}

/**
 * The lanes of a day side by side, with a row for each hour. On a phone the lanes are below each other, without empty
 * hours. While a card is moved, the hours are shaded by the gates of its terminal.
 */
export function PlanGrid({
  data,
  query,
  target,
  heldCard,
  actions,
}: {
  data: GridData;
  query: PlanQuery;
  /** The slot that a moved card would be dropped in. */
  target: string | null;
  heldCard: PlanCard | null;
  actions: CardActions;
}) {
  const locale = useLocale();
  const { day, lanes, hours, cards } = data;
  return (
    <div
      className="w-max min-w-full max-md:w-full md:grid"
      style={{
        gridTemplateColumns: `3.75rem repeat(${lanes.length}, minmax(12rem, 1fr))`,
        gridTemplateRows: `auto repeat(${hours.length}, minmax(2.5rem, auto))`,
      }}
    >
      <div
        aria-hidden
        className="sticky left-0 z-10 border-r border-line bg-surface max-md:hidden md:row-span-full md:grid md:grid-rows-subgrid"
      >
        <span />
        {hours.map((hour) => (
          <span key={hour} className="border-t border-line px-2 py-1 text-right text-small text-ink-3">
            {hourText(locale, hour)}
          </span>
        ))}
      </div>
      {lanes.map((lane) => {
        const name = laneName(query.group, lane);
        const moves = cards.filter(({ row }) => laneOf(row, query.group).key === lane.key).length;
        const isEmpty =
          moves === 0 && data.appointments.every(({ row }) => laneOf(row, query.group).key !== lane.key);
        const shownGates =
          heldCard?.part === "pickup"
            ? [gatesOf(heldCard.row, data.gates)]
            : gatesOfLane(data, query.group, lane);
        return (
          <section
            key={lane.key}
            data-lane={lane.key}
            aria-label={name}
            className={classNames(
              "min-w-0 border-line max-md:border-t md:row-span-full md:grid md:grid-rows-subgrid md:not-last:border-r",
              isEmpty && "max-md:hidden",
            )}
          >
            <div className="flex min-h-8.5 min-w-0 items-center justify-between gap-2 px-2 py-1">
              <h3 dir="auto" title={name} className="truncate font-[560]">
                {name} <span className="font-normal text-ink-3">{moves}</span>
              </h3>
              {moves > 0 && (
                <Link
                  href={planHref({ ...query, day, lane: lane.key }, "/plan/print")}
                  prefetch={false}
                  aria-label={`Print ${name}`}
                  title={`Print ${name}`}
                  className="inline-flex size-6 shrink-0 items-center justify-center text-ink-3 hover:text-ink"
                >
                  <Printer aria-hidden size={13} />
                </Link>
              )}
            </div>
            {hours.map((hour) => (
              <Slot
                key={hour}
                lane={lane}
                hour={hour}
                data={data}
                query={query}
                shownGates={shownGates}
                isTarget={target === slotId(lane.key, hour)}
                actions={actions}
              />
            ))}
          </section>
        );
      })}
    </div>
  );
}
