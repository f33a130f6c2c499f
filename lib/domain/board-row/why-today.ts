import { UNREADABLE_HOLD } from "@/lib/contract/reading/read-lists";
import { formatCharges, hasInvalidAmount } from "@/lib/domain/charges/charges";
import { staleness } from "@/lib/domain/container/staleness";
import { isExpired, lastPickupDay, todayAt } from "@/lib/domain/deadlines/deadline";
import { activeHolds, isActiveHold } from "@/lib/domain/readiness/holds";
import { dayOf, timeOf } from "@/lib/domain/time/local-clock";
import type { Moment } from "@/lib/domain/time/moment";
import { formatTime, formatWeekday, WEEKDAYS } from "@/lib/domain/time/time-format";
import { daysBetween, localDate, weekday, zoneKnown } from "@/lib/domain/time/zoned-time";
import type { Locale } from "@/lib/platform/text/locale";
import { appointmentProblem } from "./appointment";
import type { BoardRow } from "./board-row";
import { verdictText } from "./readiness-text";

/**
 * Why a container matters at `now`, in one sentence: "Ready, last free day Tue, no appointment, $650.00 reported so far". Its
 * state, the deadline of its queue, what is missing, and the charges that were reported, never estimated ones.
 */
export function whyToday(locale: Locale, row: BoardRow, now: Date): string {
  const parts = [
    ...stateParts(locale, row, now),
    ...(row.followUp?.nextCheckAt && Date.parse(row.followUp.nextCheckAt) <= now.getTime()
      ? ["follow-up due"]
      : []),
    ...chargeParts(row),
    ...(["stale", "never"].includes(staleness(row, now).state) ? ["not checked in 24h"] : []),
    ...(row.deletedUpstreamAt ? ["deleted by tracking service"] : []),
  ];
  const sentence = parts.join(", ");
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function stateParts(locale: Locale, row: BoardRow, now: Date): string[] {
  switch (row.readiness.state) {
    case "picked_up":
      return pickedUpParts(locale, row, now);
    case "not_discharged":
    case "in_transit":
      return [...underWayParts(locale, row, now), ...holdParts(row), ...deadlineParts(locale, row, now)];
    default:
      return [
        ...holdParts(row),
        ...deadlineParts(locale, row, now),
        ...pickupParts(locale, row, now),
        ...(row.drayCarriers.length === 0 ? ["no dray carrier"] : []),
      ];
  }
}

function underWayParts(locale: Locale, row: BoardRow, now: Date): string[] {
  const { eta, actual } = row.arrival;
  const state =
    row.readiness.state === "not_discharged" && row.status.value === "on_ship" && !actual
      ? "In transit"
      : row.readiness.label;
  if (actual) return [state, `arrived ${dayText(locale, actual, now)}`];
  if (!eta) return [state, "ETA not reported"];
  const isPassed = dayOf(eta) < localDate(now, eta.zone);
  return [state, `ETA ${isPassed ? "was " : ""}${dayText(locale, eta, now)}`];
}

/** Who holds it, otherwise whether it is available; then pending holds, and what could not be read. */
function holdParts(row: BoardRow): string[] {
  const { state, reasons } = row.readiness;
  const isUnderWay = state === "not_discharged" || state === "in_transit";
  const active = names(activeHolds(row.holds).filter(({ name }) => name !== UNREADABLE_HOLD));
  const pending = names(row.holds.filter((hold) => !isActiveHold(hold)));
  const isOnlyOther = active === OTHER_HOLD;
  const held = active === "" ? "held" : isOnlyOther ? "on hold for another reason" : `held by ${active}`;
  const verdict = state === "held" ? held : verdictText(row).verdict;
  const unreadable = reasons.filter(({ kind, text }) => kind.startsWith("unreadable_") && text !== verdict);
  return [
    ...(isUnderWay ? (active === "" ? [] : [held]) : [verdict]),
    ...(pending === "" ? [] : [pending.endsWith("hold") ? `${pending} pending` : `${pending} hold pending`]),
    ...unreadable.map(({ text }) => text.charAt(0).toLowerCase() + text.slice(1)),
  ];
}

/** A hold that the terminal reports as "other". */
const OTHER_HOLD = "another hold";

function holdName(name: string): string {
  const plain = name.trim();
  if (plain === "") return "an unnamed hold";
  return plain.toLowerCase() === "other" ? OTHER_HOLD : plain;
}

/** "customs", "customs and freight", "customs, freight and another hold". */
function names(holds: BoardRow["holds"]): string {
  const named = new Set(holds.map(({ name }) => holdName(name)));
  const isOther = named.delete(OTHER_HOLD);
  const each = isOther ? [...named, OTHER_HOLD] : [...named];
  return each.length < 2 ? (each[0] ?? "") : `${each.slice(0, -1).join(", ")} and ${each.at(-1)}`;
}

function deadlineParts(locale: Locale, { deadline }: BoardRow, now: Date): string[] {
  const { governing, state } = deadline;
  if (state === "not_reported") return ["last free day not reported"];
  if (state !== "applies" || !governing) return [];
  const today = todayAt(governing, now);
  const zone = governing.zone === null ? " (zone unknown)" : "";
  if (isExpired(deadline, now)) {
    const over = daysBetween(governing.on, today);
    if (over < 0) return [`last gate before the last free day passed${zone}`];
    return [`${over === 0 ? "expired today" : `expired ${daysAgo(over)}`}${zone}`];
  }
  const lastDay = lastPickupDay(governing);
  const parts = [`last free day ${nearDay(locale, governing.on, today)}${zone}`];
  return lastDay === governing.on ? parts : [...parts, `last gate ${nearDay(locale, lastDay, today)}`];
}

/** The appointment and the planned pickup, or what is missing of them. */
function pickupParts(locale: Locale, row: BoardRow, now: Date): string[] {
  const { appointment, plannedPickup, readiness } = row;
  const problem = appointmentProblem(row, now.getTime());
  const isMissed = plannedPickup !== null && Date.parse(plannedPickup.at) < now.getTime();
  const planned = plannedPickup && `pickup planned ${timeText(locale, plannedPickup, now)}`;
  const booked = appointment && `appointment ${timeText(locale, appointment, now)}`;
  return [
    ...(isMissed ? ["planned pickup missed"] : []),
    ...(planned && !isMissed && !appointment ? [planned] : []),
    ...(booked ? [problem?.startsWith("missed") ? "appointment missed" : booked] : []),
    ...(problem?.startsWith("after") ? ["after the last free day"] : []),
    ...(!booked && readiness.state === "ready" ? ["no appointment"] : []),
  ];
}

function pickedUpParts(locale: Locale, row: BoardRow, now: Date): string[] {
  const { gateOut, emptyReturned, returnDue, plannedReturn, status } = row;
  const out = gateOut ? `picked up ${dayText(locale, gateOut, now)}` : "picked up";
  if (emptyReturned) return [out, `empty returned ${dayText(locale, emptyReturned, now)}`];
  if (status.value === "empty_returned" || returnDue?.state === "returned") return [out, "empty returned"];
  const isMissed = plannedReturn !== null && Date.parse(plannedReturn.at) < now.getTime();
  return [
    out,
    ...returnParts(locale, returnDue, now),
    ...(isMissed ? ["planned return missed"] : []),
    ...(plannedReturn && !isMissed ? [`return planned ${timeText(locale, plannedReturn, now)}`] : []),
  ];
}

function returnParts(locale: Locale, due: BoardRow["returnDue"], now: Date): string[] {
  if (due?.state === "terms_not_set") return ["empty not returned", "per diem terms not set"];
  if (due?.state !== "due" || due.on === null) return ["empty not returned"];
  const today = localDate(now, due.zone);
  const over = daysBetween(due.on, today);
  const zone = due.zone === null ? " (zone unknown)" : "";
  return [`empty due ${over > 0 ? daysAgo(over) : nearDay(locale, due.on, today)}${zone}`];
}

/** Nothing while no charges are reported, which differs from $0. */
function chargeParts({ charges }: BoardRow): string[] {
  if (!charges.reported) return [];
  const posted = charges.sums.filter(({ minor }) => minor !== 0);
  if (posted.some(({ currency }) => currency === null)) return [`reported so far: ${formatCharges(charges)}`];
  if (posted.length > 0) return [`${formatCharges(charges)} reported so far`];
  return [hasInvalidAmount(charges) ? "charges reported with an invalid amount" : "charges not posted yet"];
}

const daysAgo = (days: number): string => `${days} ${days === 1 ? "day" : "days"} ago`;

/** "today", "tomorrow", "yesterday", within six days "Tue", otherwise "Tue, Dec 8" or "Tue 8 Dec". */
function nearDay(locale: Locale, on: string, today: string): string {
  const days = daysBetween(today, on);
  if (days === 0) return "today";
  if (days === 1) return "tomorrow";
  if (days === -1) return "yesterday";
  return days > 0 && days < 7 ? `${WEEKDAYS[weekday(on)]}` : formatWeekday(locale, on, today);
}

/** The day of a moment at its place. */
const dayText = (locale: Locale, moment: Moment, now: Date): string =>
  `${nearDay(locale, dayOf(moment), localDate(now, moment.zone))}${zoneText(moment)}`;

/** "today 1:30 PM", "Tue 14:00". */
const timeText = (locale: Locale, moment: Moment, now: Date): string =>
  `${nearDay(locale, dayOf(moment), localDate(now, moment.zone))} ${formatTime(locale, timeOf(moment))}${zoneText(moment)}`;

const zoneText = ({ zone }: Moment): string => (zoneKnown(zone) ? "" : " (zone unknown)");
