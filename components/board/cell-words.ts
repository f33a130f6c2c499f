import type { BoardRow, Moment } from "@/lib/dispatch/board-row";
import { DEADLINE_SOURCE_LABELS, type Deadline } from "@/lib/dispatch/deadline";
import { dayOf, timeOf } from "@/lib/dispatch/place-clock";
import { staleness } from "@/lib/dispatch/staleness";
import { daysBetween, localDate } from "@/lib/dispatch/zone-time";
import { formatAge, formatDay, formatNearMoment } from "@/lib/dispatch/zone-words";

/** A cell's two lines; the second is small. */
export type TwoLines = { main: string; note: string };

/** The governing day and, beside it, who says so and who says otherwise. */
export function deadlineWords({ state, governing, sources, serviceNames }: Deadline): TwoLines {
  if (!governing) {
    return { main: "–", note: state === "not_discharged" ? "before discharge" : "none reported yet" };
  }
  const others = sources
    .filter(({ source, applies }) => source !== governing.source && applies)
    .map(({ source, on }) => {
      const label = DEADLINE_SOURCE_LABELS[source].toLowerCase();
      return on === governing.on ? label : `${label} ${formatDay(on)}`;
    });
  const named =
    serviceNames && !others.some((other) => other.endsWith(formatDay(serviceNames.on)))
      ? [`service says ${formatDay(serviceNames.on)}`]
      : [];
  return {
    main: formatDay(governing.on),
    note: [DEADLINE_SOURCE_LABELS[governing.source], ...others, ...named].join(" · "),
  };
}

/** "today, 13:30", within a week "Fri 20, 14:00", else "4 Dec, 14:00": in the place's zone. */
export function nearMoment(moment: Moment, now: number): string {
  const today = localDate(new Date(now), moment.zone);
  const days = daysBetween(today, dayOf(moment));
  const time = timeOf(moment);
  if (days === 0) return `today, ${time}`;
  if (days === 1) return `tomorrow, ${time}`;
  return Math.abs(days) < 7 ? formatNearMoment(moment) : dayAndTime(moment);
}

function dayAndTime(moment: Moment): string {
  return `${formatDay(dayOf(moment))}, ${timeOf(moment)}`;
}

/** An appointment and what is wrong with it. */
export function appointmentWords(
  { appointment, deadline, gateOut, readiness }: BoardRow,
  now: number,
): TwoLines {
  if (!appointment) return { main: "–", note: readiness.state === "ready" ? "none booked" : "" };
  const at = Date.parse(appointment.at);
  const end = deadline.state === "applies" ? deadline.governing?.endsAt : undefined;
  const out = gateOut !== null || readiness.state === "picked_up";
  const missed = at < now && !out;
  const late = end !== undefined && at >= Date.parse(end);
  return {
    main: nearMoment(appointment, now),
    note: missed ? "passed, not out" : late && !out ? "after last free day" : "",
  };
}

/** The vessel, and when it brings the box or brought it. */
export function vesselWords({ vessel, arrival }: BoardRow): TwoLines {
  const name = [vessel.name, vessel.voyage].filter(Boolean).join(" ");
  const day = (moment: Moment) => formatDay(dayOf(moment));
  const inland = arrival.place === "inland";
  const main = inland ? "By rail" : name || "–";
  if (arrival.actual) return { main, note: `arrived ${day(arrival.actual)}` };
  if (!arrival.eta) return { main, note: "ETA not reported" };
  const eta = day(arrival.eta);
  const first = arrival.firstEta ? day(arrival.firstEta) : eta;
  return { main, note: first === eta ? `ETA ${eta}` : `ETA ${eta}, was ${first}` };
}

export function gateOutWords({ gateOut, emptyReturned, readiness }: BoardRow): TwoLines {
  const returned = emptyReturned ? `empty in ${formatDay(dayOf(emptyReturned))}` : "empty not returned";
  if (gateOut) return { main: dayAndTime(gateOut), note: returned };
  return readiness.state === "picked_up" ? { main: "time unknown", note: returned } : { main: "–", note: "" };
}

/** The age of the terminal's word, and whether it is too old. */
export function checkedWords(row: BoardRow, now: number): { words: string; old: boolean } {
  const date = new Date(now);
  const { state } = staleness(row, date);
  if (row.checkedAt === null)
    return { words: state === "never" ? "never, stale" : "–", old: state === "never" };
  const age = formatAge(row.checkedAt, date);
  if (state === "stale") return { words: `${age}, stale`, old: true };
  return { words: age, old: state === "aging" };
}
