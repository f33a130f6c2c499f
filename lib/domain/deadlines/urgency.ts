import { type Checked, staleness } from "@/lib/domain/container/staleness";
import { formatAge, formatCountdown, formatDay, formatHoursLeft } from "@/lib/domain/time/time-format";
import { daysBetween, localDate } from "@/lib/domain/time/zoned-time";
import type { Locale } from "@/lib/platform/text/locale";
import { closingText } from "./closing-text";
import { type Deadline, daysLeft, type GoverningDay, isExpired, todayAt } from "./deadline";

/** `stale`: the row has a deadline but its terminal was not checked for 24 h, so it has no urgency color. */
export type UrgencyTone = "late" | "today" | "soon" | "near" | "plain" | "done" | "none" | "stale";

/** The display of a deadline at an instant. The color follows `tone`; the label is complete without it. */
export type Urgency = {
  tone: UrgencyTone;
  /** "Expired 2d", "Last gate passed", "Today, 5h 12m", "1d 5h", "3d", "not reported", "picked up, was Nov 18". */
  text: string;
  /** "was Nov 18": the deadline before the pickup, at the end of the text. Null without one. */
  former: string | null;
  /** Related notes for the user: "closes 5:00 PM Fri", "zone unknown", "checked 7h ago", "stale, not checked for 27h". */
  notes: string[];
};

const HOURS_SHOWN_MS = 48 * 3_600_000;

/** The label and tone of the days left, for the current instant. */
export function urgency(locale: Locale, deadline: Deadline, now: Date, checked?: Checked): Urgency {
  const { governing } = deadline;
  if (deadline.state === "not_reported")
    return { tone: "none", text: "not reported", former: null, notes: ages(now, checked) };
  if (deadline.state === "not_discharged")
    return { tone: "none", text: "not discharged", former: null, notes: [] };
  if (deadline.state === "picked_up" || !governing) {
    const former = governing && `was ${formatDay(locale, governing.on, localDate(now, governing.zone))}`;
    return { tone: "done", text: former ? `picked up, ${former}` : "picked up", former, notes: [] };
  }
  const notes = [
    ...gateNote(locale, governing, now),
    ...(governing.zone === null ? ["zone unknown"] : []),
    ...ages(now, checked),
  ];
  const days = daysLeft(deadline, now) ?? 0;
  const stale = checked !== undefined && ["stale", "never"].includes(staleness(checked, now).state);
  const tone = stale ? "stale" : isExpired(deadline, now) ? "late" : toneOf(days);
  const text = textOf(deadline, days, Date.parse(governing.endsAt) - now.getTime(), now);
  return { tone, text, former: null, notes };
}

function toneOf(days: number): UrgencyTone {
  if (days <= 0) return "today";
  if (days <= 2) return "soon";
  return days === 3 ? "near" : "plain";
}

function textOf(deadline: Deadline, days: number, leftMs: number, now: Date): string {
  if (isExpired(deadline, now) && deadline.governing) {
    const { governing } = deadline;
    const over = daysBetween(governing.on, todayAt(governing, now));
    if (over < 0) return "Last gate passed";
    return over > 0 ? `Expired ${over}d` : "Expired today";
  }
  if (days <= 0) return `Today, ${formatHoursLeft(leftMs)}`;
  return leftMs < HOURS_SHOWN_MS ? formatCountdown(leftMs) : `${days}d`;
}

/** "closes 5:00 PM Fri", while the weekday is unambiguous. */
function gateNote(locale: Locale, governing: GoverningDay, now: Date): string[] {
  const { lastGate } = governing;
  if (!lastGate || Math.abs(daysBetween(todayAt(governing, now), lastGate.on)) > 6) return [];
  return [closingText(locale, lastGate, now.getTime() >= Date.parse(governing.endsAt))];
}

function ages(now: Date, checked?: Checked): string[] {
  if (!checked) return [];
  const { state } = staleness(checked, now);
  if (state === "never") return ["stale, terminal never checked"];
  if (checked.checkedAt === null) return [];
  const age = formatAge(checked.checkedAt, now);
  if (state === "stale") return [`stale, not checked for ${age}`];
  return state === "aging" ? [`checked ${age} ago`] : [];
}
