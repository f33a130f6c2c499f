import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { dayOf, withPlaceClock } from "@/lib/domain/time/local-clock";
import { type ResolvedTime, resolveWallTime } from "@/lib/domain/time/local-time-input";
import type { Moment } from "@/lib/domain/time/moment";
import { knownZone, localDate, localTime } from "@/lib/domain/time/zoned-time";
import type { Locale } from "@/lib/platform/text/locale";
import {
  hourOf,
  laneOf,
  type PlanCard,
  type PlanGroup,
  type PlanLane,
  type PlanOption,
  type PlanPart,
  planZone,
} from "./day-plan";

/** A change of a card. Null members stay as they are. */
export type PlanEdit = {
  card: PlanCard;
  /** The new time, `at: null` to remove it from the plan. */
  time: { at: string | null; zone: string | null } | null;
  driver: string | null;
  /** The new dray carrier, `to: null` for none. */
  carrier: { to: PlanOption | null } | null;
};

/** An hour of a lane. `hour` null: the list of moves to plan. */
export type PlanSlot = { lane: PlanLane; hour: number } | null;

export type Problem = { problem: string };

/** The member of a row, and the column of the board, with the planned time of a part. */
export const PLANNED = {
  pickup: "plannedPickup",
  delivery: "plannedDelivery",
  emptyReturn: "plannedReturn",
} as const satisfies Record<PlanPart, keyof BoardRow>;

/** The row as it is after a change. */
export function editedRow(row: BoardRow, { card, time, driver, carrier }: PlanEdit): BoardRow {
  const changed = { ...row };
  if (time) {
    const moment = time.at === null ? null : { at: time.at, zone: time.zone };
    changed[PLANNED[card.part]] = withPlaceClock(moment);
  }
  if (driver !== null) changed.driver = driver || null;
  if (carrier)
    changed.drayCarriers = carrier.to ? [{ roleId: "", partyId: carrier.to.id, name: carrier.to.name }] : [];
  return changed;
}

/** The change that undoes another one. */
export function inverseEdit({ card, time, driver, carrier }: PlanEdit): PlanEdit {
  const { moment, row } = card;
  const [former] = row.drayCarriers;
  return {
    card,
    time: time && { at: moment?.at ?? null, zone: moment?.zone ?? null },
    driver: driver === null ? null : (row.driver ?? ""),
    carrier: carrier && { to: former ? { id: former.partyId, name: former.name } : null },
  };
}

/** Whether a change changes anything. */
export const isChange = ({ time, driver, carrier }: PlanEdit): boolean =>
  time !== null || driver !== null || carrier !== null;

const QUARTER = 15;

/** The first quarter hour of the current hour that has not begun. Null if there is none. */
function nextQuarter(now: Date, zone: string | null): string | null {
  const [hour = "", minute = ""] = localTime(now, zone).split(":");
  const next = (Math.floor(Number(minute) / QUARTER) + 1) * QUARTER;
  return next < 60 ? `${hour}:${next}` : null;
}

/**
 * The time of a card that is dropped in an hour of a day: its own if it was planned there, that of the appointment if it
 * is in this hour, otherwise the full hour. In the current hour it is the next quarter hour.
 */
export function slotTime(
  card: PlanCard,
  day: string,
  hour: number,
  { now, locale }: { now: Date; locale: Locale },
): ResolvedTime {
  const isHere = (moment: Moment | null) =>
    moment !== null && dayOf(moment) === day && hourOf(moment) === hour ? moment : null;
  const { appointment } = card.row;
  const stays = isHere(card.moment);
  if (stays) return { at: stays.at, zone: stays.zone };
  const booked = card.part === "pickup" ? isHere(appointment) : null;
  if (booked) return { at: booked.at, zone: booked.zone };
  const zone = knownZone(planZone(card));
  const full = `${String(hour).padStart(2, "0")}:00`;
  const isCurrent = localDate(now, zone) === day && localTime(now, zone).slice(0, 2) === full.slice(0, 2);
  const resolved = resolveWallTime(
    `${day}T${(isCurrent && nextQuarter(now, zone)) || full}`,
    zone,
    null,
    locale,
  );
  if ("at" in resolved && Date.parse(resolved.at) < now.getTime())
    return { problem: "This time has passed. Choose a later one." };
  return resolved;
}

/** What dropping a card in a lane changes apart from its time. */
export function laneChange(
  card: PlanCard,
  group: PlanGroup,
  lane: PlanLane,
): Pick<PlanEdit, "driver" | "carrier"> | Problem {
  const own = laneOf(card.row, group);
  if (own.key === lane.key) return { driver: null, carrier: null };
  if (group === "terminal") return { problem: "The terminal of a container can’t be changed." };
  if (group === "driver") return { driver: lane.key, carrier: null };
  if (card.row.drayCarriers.length > 1)
    return { problem: "This container has several dray carriers. Change them on its page." };
  return { driver: null, carrier: { to: lane.key === "" ? null : { id: lane.key, name: lane.name } } };
}

/** The change of a card that is dropped in a slot, or the reason why it cannot be dropped there. */
export function droppedEdit(
  card: PlanCard,
  slot: PlanSlot,
  group: PlanGroup,
  day: string,
  typed: { now: Date; locale: Locale },
): PlanEdit | Problem {
  if (slot === null) {
    const time = card.moment ? { at: null, zone: null } : null;
    return { card, time, driver: null, carrier: null };
  }
  const change = laneChange(card, group, slot.lane);
  if ("problem" in change) return change;
  const time = slotTime(card, day, slot.hour, typed);
  if ("problem" in time) return time;
  const isSame = card.moment !== null && Date.parse(card.moment.at) === Date.parse(time.at);
  return { card, time: isSame ? null : time, ...change };
}
