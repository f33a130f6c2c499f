import { dateText, HOUR_MS, localDay, localTime } from "@/tracking-service/clock/instant";
import { type Gate, gateOf, openOn, rampGate } from "@/tracking-service/sources/simulation/plan/gate-hours";
import { dischargeTerminal, type JourneyPlan } from "@/tracking-service/sources/simulation/plan/plan";
import { weekdayOf } from "@/tracking-service/sources/simulation/world/gates";
import type { MeasuredAccount } from "./account";
import { type Figure, none, part, some } from "./figure";

/** A truck at a gate, or an appointment there. `at` in milliseconds UTC. */
type Visit = { gate: Gate; at: number };

function pickupGate({ voyage, container }: JourneyPlan): Gate {
  if (voyage.inland) return rampGate(voyage.inland);
  return gateOf(container.offDock?.yard ?? dischargeTerminal(voyage));
}

/** The gate out of the loaded container and the gate in of the empty one. */
function visitsOf(plan: JourneyPlan): Visit[] {
  const { outAt, returnedAt } = plan.container;
  return [outAt, returnedAt].map((at) => ({ gate: pickupGate(plan), at }));
}

const appointmentsOf = (plan: JourneyPlan): Visit[] =>
  plan.container.stay.appointments.map(({ slot }) => ({ gate: pickupGate(plan), at: slot }));

const isClosed = ({ gate, at }: Visit) => {
  const open = openOn(gate, localDay(gate.zone, at));
  return open === null || at < open.from || at >= open.to;
};

/** Hours since midnight there, as the clock shows them. */
function hourOf({ gate, at }: Visit): number {
  const day = localDay(gate.zone, at);
  return (at - localTime(gate.zone, day, 12)) / HOUR_MS + 12;
}

const isAtNight = (visit: Visit) => hourOf(visit) < 5 || hourOf(visit) >= 22;

const isOn = (weekday: number) => (visit: Visit) =>
  weekdayOf(localDay(visit.gate.zone, visit.at)) === weekday;

/** Holidays around the usual start of the measurement, written out. */
const HOLIDAYS: Readonly<Record<string, readonly string[]>> = {
  US: ["2026-11-26", "2026-12-25", "2027-01-01"],
  CA: ["2026-12-25", "2027-01-01"],
};

const isOnHoliday = ({ gate, at }: Visit) =>
  (HOLIDAYS[gate.country] ?? []).includes(dateText(localDay(gate.zone, at)));

/** When containers pass gates, and when they have appointments. */
export function gateFigures({ plans }: MeasuredAccount): Figure[] {
  const visits = plans.flatMap(visitsOf);
  const appointments = plans.flatMap(appointmentsOf);
  const count = (list: readonly Visit[], condition: (visit: Visit) => boolean) =>
    list.filter(condition).length;
  return [
    {
      name: "gate moves on Sundays",
      value: part(count(visits, isOn(0)), visits.length),
      least: 0,
      most: 0.03,
      as: "share",
    },
    some("gate moves on Saturdays", count(visits, isOn(6))),
    none("gate moves on holidays", count(visits, isOnHoliday)),
    none("gate moves from 10 PM to 5 AM", count(visits, isAtNight)),
    none("gate moves outside gate hours", count(visits, isClosed)),
    some("appointments", appointments.length),
    none("appointments outside gate hours", count(appointments, isClosed)),
  ];
}
