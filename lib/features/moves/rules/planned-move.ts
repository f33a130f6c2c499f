import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { closingTime } from "@/lib/domain/deadlines/closing-text";
import type { GateSchedule } from "@/lib/domain/deadlines/gate-schedule";
import { momentWithZone } from "@/lib/domain/time/display-zone";
import type { Moment } from "@/lib/domain/time/moment";
import { formatCountdown, formatWeekday } from "@/lib/domain/time/time-format";
import { knownZone, localDate } from "@/lib/domain/time/zoned-time";
import type { Locale } from "@/lib/platform/text/locale";
import { gateProblem } from "./terminal-hours";

/**
 * The team's plan for a container. Each time is in the zone of its place. `version` 0 means that no plan was saved yet.
 */
export type PlannedMove = {
  pickup: Moment | null;
  delivery: Moment | null;
  deliveryPlace: string;
  emptyReturn: Moment | null;
  emptyReturnPlace: string;
  /** Who drives; "" for none. */
  driver: string;
  note: string;
  version: number;
  /** The user who saved it last, and when (UTC text). Null until a user saves it. */
  savedBy: string | null;
  savedAt: string | null;
};

export const NOTHING_PLANNED: PlannedMove = {
  pickup: null,
  delivery: null,
  deliveryPlace: "",
  emptyReturn: null,
  emptyReturnPlace: "",
  driver: "",
  note: "",
  version: 0,
  savedBy: null,
  savedAt: null,
};

/** The subject of a conflict: the terminal's appointment, or one of the planned moves. */
export type MovePart = "appointment" | "pickup" | "delivery" | "emptyReturn";
export type MoveConflict = { about: MovePart; text: string };

type Facts = Pick<
  BoardRow,
  "appointment" | "deadline" | "gateOut" | "readiness" | "returnDue" | "emptyReturned" | "arrival"
>;

/** The minimum difference between the planned pickup and the terminal's appointment that is reported. */
const APPOINTMENT_SLACK_MS = 30 * 60_000;

const ms = (moment: Moment): number => Date.parse(moment.at);

/**
 * Returns the conflicts of the appointment and the plan as messages, in the order of the moves. They are compared with
 * the deadline, the gate hours, each other and the empty return. Completed moves are not checked: a pickup after gate
 * out, a return after the empty return.
 */
export function moveConflicts(
  locale: Locale,
  facts: Facts,
  plan: PlannedMove,
  gates: GateSchedule | null,
  now: Date,
): MoveConflict[] {
  const out = facts.gateOut !== null || facts.readiness.state === "picked_up";
  const conflicts: MoveConflict[] = [];
  const add = (about: MovePart, text: string | null) => text && conflicts.push({ about, text });
  if (!out && facts.appointment) {
    add("appointment", afterDeadline(locale, "Terminal appointment", facts.appointment, facts, now));
    add("appointment", atTheGate(locale, "Terminal appointment", facts.appointment, gates));
    if (ms(facts.appointment) < now.getTime())
      add("appointment", "Terminal appointment missed. Container not gated out.");
  }
  if (!out && plan.pickup) {
    add("pickup", afterDeadline(locale, "Planned pickup", plan.pickup, facts, now));
    add("pickup", atTheGate(locale, "Planned pickup", plan.pickup, gates));
    add("pickup", relatedAppointment(plan.pickup, facts.appointment));
    add("pickup", beforeArrival(locale, plan.pickup, facts, now));
    if (ms(plan.pickup) < now.getTime()) add("pickup", "Planned pickup time passed. Reschedule.");
  }
  if (facts.emptyReturned) return conflicts;
  if (plan.delivery) {
    const pulled = facts.gateOut ?? plan.pickup;
    if (pulled && ms(plan.delivery) < ms(pulled))
      add("delivery", `Planned delivery is before pickup, ${momentWithZone(locale, pulled, now)}.`);
  }
  if (plan.emptyReturn) {
    const before = plan.delivery ?? facts.gateOut ?? plan.pickup;
    if (before && ms(plan.emptyReturn) < ms(before))
      add("emptyReturn", `Planned empty return is before ${plan.delivery ? "the delivery" : "the pickup"}.`);
    add("emptyReturn", afterFreeDays(locale, plan.emptyReturn, facts, now));
    if (out && ms(plan.emptyReturn) < now.getTime())
      add("emptyReturn", "Planned empty return time passed. Reschedule.");
  }
  return conflicts;
}

function afterDeadline(
  locale: Locale,
  what: string,
  moment: Moment,
  { deadline }: Facts,
  now: Date,
): string | null {
  const { governing } = deadline;
  if (deadline.state !== "applies" || !governing || ms(moment) < Date.parse(governing.endsAt)) return null;
  const { on, zone, lastGate } = governing;
  const gate = lastGate ? `the last gate (${closingTime(locale, lastGate)}) of ` : "";
  return `${what} is after ${gate}the last free day, ${formatWeekday(locale, on, localDate(now, zone))}.`;
}

function atTheGate(locale: Locale, what: string, moment: Moment, gates: GateSchedule | null): string | null {
  if (!gates || gates.hours.length === 0) return null;
  if (knownZone(moment.zone) === null)
    return `${what} can’t be checked against gate hours: the terminal’s time zone is unknown.`;
  const problem = gateProblem(locale, gates.hours, moment, gates.specialDays);
  return problem && `${what} is outside gate hours: ${problem}.`;
}

function relatedAppointment(pickup: Moment, appointment: Moment | null): string | null {
  if (!appointment) return null;
  const apart = ms(pickup) - ms(appointment);
  if (Math.abs(apart) <= APPOINTMENT_SLACK_MS) return null;
  return `Planned pickup is ${formatCountdown(Math.abs(apart))} ${apart > 0 ? "after" : "before"} the terminal appointment.`;
}

function beforeArrival(locale: Locale, pickup: Moment, { arrival }: Facts, now: Date): string | null {
  const { eta, actual } = arrival;
  if (actual || !eta || ms(pickup) >= ms(eta)) return null;
  return `Planned pickup is before the ETA, ${momentWithZone(locale, eta, now)}.`;
}

function afterFreeDays(locale: Locale, back: Moment, { returnDue }: Facts, now: Date): string | null {
  if (returnDue?.state !== "due" || returnDue.on === null || returnDue.endsAt === null) return null;
  if (ms(back) < Date.parse(returnDue.endsAt)) return null;
  return `Planned empty return is after the line’s last free day, ${formatWeekday(locale, returnDue.on, now.toISOString().slice(0, 10))}.`;
}
