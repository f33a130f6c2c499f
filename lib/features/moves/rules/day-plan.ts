import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { type GateSchedule, minutesOf, overnight, rangesOn } from "@/lib/domain/deadlines/gate-schedule";
import { dayOf, timeOf } from "@/lib/domain/time/local-clock";
import type { Moment } from "@/lib/domain/time/moment";
import { addDays } from "@/lib/domain/time/zoned-time";

/** What the lanes of the day plan stand for. */
export const PLAN_GROUPS = ["carrier", "terminal", "driver"] as const;
export type PlanGroup = (typeof PLAN_GROUPS)[number];

const PLAN_PARTS = ["pickup", "delivery", "emptyReturn"] as const;
/** A planned move of a container. */
export type PlanPart = (typeof PLAN_PARTS)[number];

/** A container with planned moves, and where they go; "" if not written. */
export type PlannedContainer = { row: BoardRow; deliveryPlace: string; emptyReturnPlace: string };
/** A value that a plan can be given, or a filter. */
export type PlanOption = { id: string; name: string };

/** What is planned for a day, and what could be. A day is the calendar day at the place of a move. */
export type DayPlan = {
  day: string;
  planned: PlannedContainer[];
  /** Containers with an appointment on the day that are not picked up. */
  appointments: BoardRow[];
  /** Without a planned pickup, by last free day: ready, or expected to be by the day. */
  pickups: BoardRow[];
  /** Picked up, without a planned empty return, by return due. */
  returns: BoardRow[];
  /** Whether there are more than the lists contain. */
  cut: boolean;
  gates: GateSchedule[];
  carriers: PlanOption[];
  terminals: string[];
  drivers: string[];
};

/** One move of a container. `moment` is null for a move to plan. */
export type PlanCard = {
  key: string;
  part: PlanPart;
  row: BoardRow;
  moment: Moment | null;
  /** Where it goes as the team wrote it; "" if not written. */
  place: string;
  done: boolean;
};

export type PlanLane = { key: string; name: string };
export type AppointmentWindow = { row: BoardRow; moment: Moment };

const momentOf = (row: BoardRow, part: PlanPart): Moment | null =>
  ({ pickup: row.plannedPickup, delivery: row.plannedDelivery, emptyReturn: row.plannedReturn })[part];

const isReturned = ({ emptyReturned, status }: BoardRow): boolean =>
  emptyReturned !== null || status.value === "empty_returned";

/** Whether the move was made, as far as it is reported. */
function isDone(row: BoardRow, part: PlanPart): boolean {
  if (isReturned(row)) return true;
  if (part === "delivery") return row.status.value === "delivered";
  return part === "pickup" && (row.gateOut !== null || row.readiness.state === "picked_up");
}

export function planCard(
  row: BoardRow,
  part: PlanPart,
  places: Omit<PlannedContainer, "row"> = { deliveryPlace: "", emptyReturnPlace: "" },
): PlanCard {
  const place = { pickup: "", delivery: places.deliveryPlace, emptyReturn: places.emptyReturnPlace }[part];
  const done = isDone(row, part);
  return { key: `${row.id}:${part}`, part, row, moment: momentOf(row, part), place, done };
}

/** The zone in which a move is planned. Null if unknown. */
export const planZone = ({ moment, row }: PlanCard): string | null => moment?.zone ?? row.pickupZone;

/** The hour of the day at the place, 0 to 23. */
export const hourOf = (moment: Moment): number => Number(timeOf(moment).slice(0, 2));

const inTimeOrder = (a: PlanCard, b: PlanCard): number =>
  timeOf(a.moment ?? NEVER).localeCompare(timeOf(b.moment ?? NEVER)) || a.key.localeCompare(b.key);
const NEVER: Moment = { at: "9999-12-31T00:00:00Z", zone: null };

/** The moves that are planned for a day, by their time at the place. */
export function cardsOfDay(planned: readonly PlannedContainer[], day: string): PlanCard[] {
  return planned
    .flatMap((container) => PLAN_PARTS.map((part) => planCard(container.row, part, container)))
    .filter(({ moment }) => moment !== null && dayOf(moment) === day)
    .sort(inTimeOrder);
}

/** The appointments of a day, by time. */
export function appointmentsOfDay(rows: readonly BoardRow[], day: string): AppointmentWindow[] {
  return rows
    .flatMap((row) =>
      row.appointment && dayOf(row.appointment) === day && !isDone(row, "pickup")
        ? [{ row, moment: row.appointment }]
        : [],
    )
    .sort((a, b) => timeOf(a.moment).localeCompare(timeOf(b.moment)));
}

/** The lane of a container. Its key is "" without a carrier, terminal or driver. */
export function laneOf(row: BoardRow, group: PlanGroup): PlanLane {
  if (group === "driver") return { key: row.driver ?? "", name: row.driver ?? "" };
  if (group === "terminal") return { key: row.terminal.name ?? "", name: row.terminal.name ?? "" };
  const [carrier] = row.drayCarriers;
  return { key: carrier?.partyId ?? "", name: carrier?.name || (carrier ? "Unnamed carrier" : "") };
}

/** The most lanes that are offered without a move of the day. */
const MAX_EMPTY_LANES = 6;

/**
 * The lanes by name, the one of moves without a carrier, terminal or driver first. Some of the `known` ones are added, so
 * that a move can be dropped there.
 */
export function lanesOf(
  rows: readonly BoardRow[],
  group: PlanGroup,
  known: readonly PlanOption[],
): PlanLane[] {
  const lanes = new Map(rows.map((row) => [laneOf(row, group).key, laneOf(row, group)]));
  const offered = known.filter(({ id }) => !lanes.has(id)).slice(0, MAX_EMPTY_LANES);
  for (const { id, name } of offered) lanes.set(id, { key: id, name });
  const named = [...lanes.values()].filter(({ key }) => key !== "");
  named.sort((a, b) => a.name.localeCompare(b.name, "en-US") || a.key.localeCompare(b.key));
  return group === "terminal" && !lanes.has("") ? named : [{ key: "", name: "" }, ...named];
}

/** Whether the gates are open in an hour, `unknown` without gate hours. */
type SlotState = "open" | "closed" | "unknown";

const HOUR = 60;
const DAY_HOURS = 24;

/** The open times that fall on a day, in minutes from its beginning: its own and what is left of the night before. */
function openMinutes(gates: GateSchedule, day: string): [from: number, to: number][] {
  const end = DAY_HOURS * HOUR;
  const own = rangesOn(gates, day).map((range): [number, number] => [
    minutesOf(range.from),
    overnight(range) ? end : minutesOf(range.to),
  ]);
  const before = rangesOn(gates, addDays(day, -1)).flatMap((range): [number, number][] =>
    overnight(range) && range.to !== "00:00" ? [[0, minutesOf(range.to)]] : [],
  );
  return [...before, ...own];
}

/** The state of one hour of a day at a terminal: open if the gates are open in a part of it. */
export function slotState(gates: GateSchedule | null, day: string, hour: number): SlotState {
  if (!gates || gates.hours.length === 0) return "unknown";
  const [from, to] = [hour * HOUR, (hour + 1) * HOUR];
  return openMinutes(gates, day).some(([opens, closes]) => opens < to && closes > from) ? "open" : "closed";
}

/** The state of an hour for several terminals: closed only if all are known and closed. */
export function laneSlotState(gates: readonly (GateSchedule | null)[], day: string, hour: number): SlotState {
  const states = gates.map((each) => slotState(each, day, hour));
  if (states.includes("open")) return "open";
  return states.length === 0 || states.includes("unknown") ? "unknown" : "closed";
}

/** The hours that are shown without gate hours: those of a common work day. */
const WORK_DAY = [7, 17] as const;

/**
 * The hours of the day that the plan shows, from the first to the last in which a gate is open, a move is planned or an
 * appointment begins. Without gate hours those of a work day.
 */
export function shownHours(
  day: string,
  gates: readonly GateSchedule[],
  moments: readonly Moment[],
): number[] {
  const every = Array.from({ length: DAY_HOURS }, (_, hour) => hour);
  const open = every.filter((hour) => gates.some((each) => slotState(each, day, hour) === "open"));
  const hours = [...(open.length > 0 ? open : WORK_DAY), ...moments.map(hourOf)];
  const [first, last] = [Math.min(...hours), Math.max(...hours)];
  return every.filter((hour) => hour >= first && hour <= last);
}

/** The gate hours of the terminal where a container is picked up. Null if not set. */
export const gatesOf = (row: BoardRow, gates: readonly GateSchedule[]): GateSchedule | null =>
  gates.find(({ facilityId }) => facilityId === row.terminal.id) ?? null;

/** Every container of the plan once, with its places. */
export function containersOf(plan: DayPlan): PlannedContainer[] {
  const others = [...plan.appointments, ...plan.pickups, ...plan.returns].map((row) => ({
    row,
    deliveryPlace: "",
    emptyReturnPlace: "",
  }));
  const all = new Map([...others, ...plan.planned].map((container) => [container.row.id, container]));
  return [...all.values()];
}
