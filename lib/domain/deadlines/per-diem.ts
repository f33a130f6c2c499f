import type { Container, PerDiemTerms } from "@/lib/domain/container/container-facts";
import { isEmptyReturned, isPickedUp, pickedUp } from "@/lib/domain/container/pickup";
import { formatWeekday } from "@/lib/domain/time/time-format";
import {
  addBusinessDays,
  addDays,
  daysBetween,
  knownZone,
  localDate,
  startOfLocalDay,
} from "@/lib/domain/time/zoned-time";
import type { Locale } from "@/lib/platform/text/locale";

/**
 * When the empty return is due (per diem), from gate out by the line's terms. Null while the container is not out.
 * - `due`: `on` is the last free day "YYYY-MM-DD" at the place of gate out, `endsAt` the instant it ends, UTC text.
 * - `terms_not_set`: the line's free days are not set. `out_not_reported`: out, but only according to the status.
 * - `returned`: the empty is back; `on` is the former due day, null if unknown.
 */
export type ReturnDue = {
  state: "due" | "returned" | "terms_not_set" | "out_not_reported";
  on: string | null;
  endsAt: string | null;
  /** Null if unknown: days are then counted from the digits unshifted. */
  zone: string | null;
  outAt: string | null;
  returnedAt: string | null;
};

/** The last free day: `freeDays` days counted from the day after `outOn`; with zero the day itself. */
export function lastFreeEquipmentDay(outOn: string, { freeDays, counts }: PerDiemTerms): string {
  return counts === "calendar" ? addDays(outOn, freeDays) : addBusinessDays(outOn, freeDays);
}

/** The per diem state of a container. */
export function returnDue(container: Container): ReturnDue | null {
  if (!isPickedUp(container)) return null;
  const out = pickedUp(container);
  const zone = knownZone(out?.zone);
  const returned = isEmptyReturned(container);
  const facts = {
    zone,
    outAt: out?.at ?? null,
    returnedAt: returned ? (container.attributes.empty_terminated_at ?? null) : null,
  };
  const terms = container.team.perDiemTerms;
  if (!out || !terms) {
    const state = returned ? "returned" : out ? "terms_not_set" : "out_not_reported";
    return { state, on: null, endsAt: null, ...facts };
  }
  const on = lastFreeEquipmentDay(localDate(out.at, zone), terms);
  return {
    state: returned ? "returned" : "due",
    on,
    endsAt: startOfLocalDay(addDays(on, 1), zone).toISOString(),
    ...facts,
  };
}

export type ReturnTone = "late" | "today" | "soon" | "plain" | "none";
/** The texts of a return at an instant: "Tue, Nov 24" · "3 days left". They are complete without the color. */
export type ReturnText = { tone: ReturnTone; main: string; note: string };

const plural = (days: number): string => `${days} ${days === 1 ? "day" : "days"}`;

/** The texts of the per diem state at `now`. `lineName` names the line whose terms are missing. */
export function returnText(locale: Locale, due: ReturnDue, now: Date, lineName: string | null): ReturnText {
  const today = localDate(now, due.zone);
  const zone = due.zone === null && due.outAt !== null ? " · zone unknown" : "";
  if (due.state === "terms_not_set")
    return { tone: "none", main: "free days not set", note: `for ${lineName ?? "this line"}` };
  if (due.state === "out_not_reported")
    return { tone: "none", main: "unknown", note: "gate-out time not reported" };
  if (due.state === "returned") return { tone: "none", main: "returned", note: returnedNote(due) };
  if (due.on === null) return { tone: "none", main: "unknown", note: "" };
  const left = daysBetween(today, due.on);
  const main = formatWeekday(locale, due.on, today);
  if (left < 0) return { tone: "late", main, note: `${plural(-left)} over${zone}` };
  if (left === 0) return { tone: "today", main, note: `last free day${zone}` };
  return { tone: left <= 2 ? "soon" : "plain", main, note: `${plural(left)} left${zone}` };
}

function returnedNote({ on, zone, returnedAt }: ReturnDue): string {
  if (on === null || returnedAt === null) return "";
  const over = daysBetween(on, localDate(returnedAt, zone));
  return over > 0 ? `${plural(over)} after the last free day` : "on time";
}

/** The number of days the container has been out at `now`, in calendar days at the place; null if not out. */
export function daysOut(due: ReturnDue, now: Date): number | null {
  return due.outAt === null ? null : daysBetween(localDate(due.outAt, due.zone), localDate(now, due.zone));
}
