import type { Hold } from "@/lib/contract/container";
import { appointmentProblem } from "@/lib/domain/board-row/appointment";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { formatCharges, hasInvalidAmount, type ReportedCharges } from "@/lib/domain/charges/charges";
import { formatMoney } from "@/lib/domain/charges/money";
import { etaChangeDays } from "@/lib/domain/container/eta";
import { staleness } from "@/lib/domain/container/staleness";
import { DEADLINE_SOURCE_LABELS, type Deadline, deadlineSourceText } from "@/lib/domain/deadlines/deadline";
import { lastResult } from "@/lib/domain/readiness/hold-follow-up";
import { isActiveHold, OWNER_IN_DESCRIPTION } from "@/lib/domain/readiness/holds";
import { dayOf, timeOf } from "@/lib/domain/time/local-clock";
import type { Moment } from "@/lib/domain/time/moment";
import {
  formatAge,
  formatDay,
  formatNearMoment,
  formatTime,
  formatWeekday,
} from "@/lib/domain/time/time-format";
import { daysBetween, localDate } from "@/lib/domain/time/zoned-time";
import { ORDER_STATE_LABELS, type OrderState, orderState } from "@/lib/domain/work-order/order-state";
import { joined } from "@/lib/platform/text/bidi";
import type { Locale } from "@/lib/platform/text/locale";

/** A cell's two lines. The second one is small. */
export type TwoLines = { main: string; note: string };

/** The label of a container that was deleted upstream. */
export const DELETED_UPSTREAM_SHORT = "deleted by tracking service";
export const DELETED_UPSTREAM = "Deleted by the tracking service. Last known data.";

/** The earliest applicable day, with the agreeing and differing sources. */
export function deadlineText(
  locale: Locale,
  { state, governing, sources, serviceNames }: Deadline,
  now: number,
): TwoLines {
  if (!governing) {
    return { main: "–", note: state === "not_discharged" ? "before discharge" : "none reported yet" };
  }
  const today = localDate(new Date(now), governing.zone);
  const others = sources
    .filter(({ source, applies }) => source !== governing.source && applies)
    .map(({ source, on }) => {
      const label = deadlineSourceText(source);
      return on === governing.on ? label : `${label} ${formatDay(locale, on, today)}`;
    });
  const service = serviceNames && formatDay(locale, serviceNames.on, today);
  const named = service && !others.some((other) => other.endsWith(service)) ? [`service ${service}`] : [];
  return {
    main: formatWeekday(locale, governing.on, today),
    note: joined([DEADLINE_SOURCE_LABELS[governing.source], ...named, ...others]),
  };
}

/** The time in the location's zone: "today, 1:30 PM", within a week "Fri 20, 2:00 PM", otherwise "Dec 4, 2:00 PM". The year as in `formatDay`. */
export function nearMoment(locale: Locale, moment: Moment, now: number): string {
  const today = localDate(new Date(now), moment.zone);
  const days = daysBetween(today, dayOf(moment));
  const time = formatTime(locale, timeOf(moment));
  if (days === 0) return `today, ${time}`;
  if (days === 1) return `tomorrow, ${time}`;
  return Math.abs(days) < 7 ? formatNearMoment(locale, moment) : dayAndTime(locale, moment, now);
}

const momentDay = (locale: Locale, moment: Moment, now: number): string =>
  formatDay(locale, dayOf(moment), localDate(new Date(now), moment.zone));

const dayAndTime = (locale: Locale, moment: Moment, now: number): string =>
  `${momentDay(locale, moment, now)}, ${formatTime(locale, timeOf(moment))}`;

/** An appointment and its problem. Without one the planned pickup. */
export function appointmentText(locale: Locale, row: BoardRow, now: number): TwoLines {
  const { appointment, plannedPickup, readiness } = row;
  if (appointment)
    return { main: nearMoment(locale, appointment, now), note: appointmentProblem(row, now) ?? "" };
  if (plannedPickup && readiness.state !== "picked_up") {
    const { main, note } = plannedText(locale, plannedPickup, now, false);
    return { main, note: note === "" ? "planned, none booked" : `planned, ${note}` };
  }
  return { main: "–", note: readiness.state === "ready" ? "none booked" : "" };
}

/** A planned time, and whether it passed although the move is not `done`. */
export function plannedText(locale: Locale, planned: Moment | null, now: number, done: boolean): TwoLines {
  if (!planned) return { main: "–", note: "" };
  const isPassed = !done && Date.parse(planned.at) < now;
  return { main: nearMoment(locale, planned, now), note: isPassed ? "time passed" : "" };
}

/** What the dray carriers’ cell shows of an order, where there is room for one word. */
const SHORT_STATES: Record<OrderState, string> = {
  sent: "order sent",
  accepted: "order accepted",
  declined: "order declined",
  changed: "order changed",
  expired: "order expired",
};

/** The state of the work order, and the carrier with the driver, the truck and the ETA to the gate. */
export function workOrderText(
  locale: Locale,
  { workOrder }: BoardRow,
  now: number,
): TwoLines & { short: string } {
  if (!workOrder) return { main: "–", note: "", short: "" };
  const { carrier, driver, truck, eta } = workOrder;
  const state = orderState(workOrder, new Date(now));
  const gate = eta && state === "accepted" ? `ETA ${nearMoment(locale, eta, now)}` : "";
  const main = state === "changed" ? "Changed" : ORDER_STATE_LABELS[state];
  return {
    main,
    note: joined([gate, driver, truck, carrier]),
    short: SHORT_STATES[state],
  };
}

/**
 * Who resolves the hold, and when to follow up about what. The result of the latest entry is in the tooltip when it does
 * not fit.
 */
export function followUpText(locale: Locale, { followUp }: BoardRow, now: number): TwoLines {
  if (!followUp) return { main: "–", note: "" };
  const { owner, nextCheckAt, zone, holdName, contacted, promise } = followUp;
  const at = nextCheckAt === null ? "" : nearMoment(locale, { at: nextCheckAt, zone }, now);
  const named = owner === OWNER_IN_DESCRIPTION ? "" : owner;
  const main = joined([at, named]) || "no next check";
  if (promise) return { main, note: `${holdName}: ${promise}` };
  const isLogged = typeof contacted === "string" && typeof promise === "string";
  return { main, note: isLogged ? `${holdName}: ${lastResult({ contacted, promise })}` : holdName };
}

/** What prevents a pickup: active holds, pending holds that only warn, and any other reason. */
type ReleaseText = { active: string[]; pending: string | null; reason: string | null };

const HOLDS_NAMED = 2;

/** What could not be read of a row that is ready, or held by the named holds. */
function unreadableText({ reasons }: BoardRow["readiness"], named: readonly string[]): string | null {
  const unreadable = reasons.find(
    ({ kind, text }) => kind.startsWith("unreadable_") && !named.includes(text),
  );
  return unreadable?.text ?? null;
}

/** Pending holds as "USDA pending" or "USDA +1 pending". */
function pendingText([first, ...further]: readonly Hold[]): string | null {
  if (!first) return null;
  return further.length === 0 ? `${first.name} ${first.status}` : `${first.name} +${further.length} pending`;
}

/**
 * Names at most two active holds and counts all others as "+1". Only the number of pending holds fits next to an active
 * one, and of several next to "Ready". Omits a label that adds nothing to "Held".
 */
export function releaseText({ readiness, holds }: Pick<BoardRow, "readiness" | "holds">): ReleaseText {
  const active = holds.filter(isActiveHold).map(({ name }) => name);
  const pending = holds.filter((hold) => !isActiveHold(hold));
  const isReady = readiness.state === "ready";
  const reported = isReady || (readiness.state === "held" && active.length > 0);
  const reason = reported ? unreadableText(readiness, active) : readiness.label;
  if (active.length >= HOLDS_NAMED) {
    const others = holds.length - HOLDS_NAMED;
    const named = active.slice(0, HOLDS_NAMED);
    return { active: others > 0 ? [...named, `+${others}`] : named, pending: null, reason };
  }
  const isCounted = active.length > 0 ? pending.length > 0 : isReady && pending.length > 1;
  return { active, pending: isCounted ? `${pending.length} pending` : pendingText(pending), reason };
}

/** The first amount, never truncated, and below it the other currencies or the charge kinds. */
export function chargesText(charges: ReportedCharges): TwoLines {
  const [sum, ...others] = charges.sums.filter(({ minor }) => minor !== 0).map(formatMoney);
  if (sum === undefined) {
    return hasInvalidAmount(charges)
      ? { main: "reported", note: "invalid amount" }
      : { main: formatCharges(charges), note: "" };
  }
  if (others.length > 0) {
    return { main: sum, note: others.length === 1 ? `+ ${others[0]}` : `+ ${others.length} currencies` };
  }
  const [kind = "", ...further] = chargeKinds(charges);
  const short = SHORT_KINDS[kind] ?? kind;
  return { main: sum, note: further.length > 0 ? `${short} +${further.length}` : short };
}

/** Kinds of charges that are too long for the cell. The tooltip names them in full. */
const SHORT_KINDS: Readonly<Record<string, string>> = { "extended dwell time": "dwell" };

/** The kinds of charges without duplicates: "demurrage", "exam". */
export function chargeKinds({ lines }: ReportedCharges): string[] {
  return [...new Set(lines.filter((line) => !line.excluded).map((line) => line.label.toLowerCase()))];
}

/** The vessel and the container's expected or actual arrival. */
export function vesselText(locale: Locale, { vessel, arrival }: BoardRow, now: number): TwoLines {
  const day = (moment: Moment) => momentDay(locale, moment, now);
  const inland = arrival.place === "inland";
  const main = inland ? "By rail" : vessel.name || "–";
  if (arrival.actual) return { main, note: `arrived ${day(arrival.actual)}` };
  if (!arrival.eta) return { main, note: "ETA not reported" };
  const eta = day(arrival.eta);
  const first = arrival.firstEta ? day(arrival.firstEta) : eta;
  return { main, note: first === eta ? `ETA ${eta}` : `ETA ${eta}, was ${first}` };
}

/** The ETA with the first one, or the arrival. */
export function etaText(
  locale: Locale,
  { arrival: { eta, firstEta, actual } }: BoardRow,
  now: number,
): TwoLines {
  if (actual) return { main: nearMoment(locale, actual, now), note: "arrived" };
  if (!eta) return { main: "–", note: "not reported" };
  const isMoved = firstEta && dayOf(firstEta) !== dayOf(eta);
  return {
    main: nearMoment(locale, eta, now),
    note: isMoved ? `first ${momentDay(locale, firstEta, now)}` : "",
  };
}

const REFERENCES_NAMED = 2;

/** At most two references and the number of further ones: "PO-1573, LOAD-75682 +1". */
export function referencesText({ references, customer, billOfLading }: BoardRow): TwoLines {
  const further = references.length - REFERENCES_NAMED;
  const named = references.slice(0, REFERENCES_NAMED).join(", ") || "–";
  return { main: further > 0 ? `${named} +${further}` : named, note: customer ?? billOfLading ?? "" };
}

/** How far the ETA moved from the first one: "2d later". */
export function etaChangeText({ arrival }: BoardRow): string | null {
  const days = etaChangeDays(arrival);
  if (days === null) return null;
  return days === 0 ? "on time" : `${Math.abs(days)}d ${days > 0 ? "later" : "earlier"}`;
}

/** Where the container goes from the port, and how. */
export function inlandText({ destination, byRail }: BoardRow): TwoLines {
  if (!destination) return { main: "–", note: "" };
  return {
    main: destination.name ?? destination.locode ?? "–",
    note: byRail ? "by rail" : "rail or truck not reported",
  };
}

export function gateOutText(
  locale: Locale,
  { gateOut, emptyReturned, readiness }: BoardRow,
  now: number,
): TwoLines {
  const returned = emptyReturned
    ? `empty returned ${momentDay(locale, emptyReturned, now)}`
    : "empty not returned";
  if (gateOut) return { main: dayAndTime(locale, gateOut, now), note: returned };
  return readiness.state === "picked_up" ? { main: "time unknown", note: returned } : { main: "–", note: "" };
}

/** The age of the terminal's last report, and whether it is outdated. */
export function checkedText(row: BoardRow, now: number): TwoLines & { old: boolean } {
  const date = new Date(now);
  const { state } = staleness(row, date);
  if (row.checkedAt === null)
    return state === "never"
      ? { main: "never", note: "stale", old: true }
      : { main: "–", note: "", old: false };
  const age = formatAge(row.checkedAt, date);
  return { main: age, note: state === "stale" ? "stale" : "", old: state === "stale" || state === "aging" };
}
