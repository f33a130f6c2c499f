import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { DEADLINE_SOURCE_NOTES, deadlineSourceText } from "@/lib/domain/deadlines/deadline";
import type { Moment } from "@/lib/domain/time/moment";
import { knownZone, localDate, parseInstant } from "@/lib/domain/time/zoned-time";
import type { PlannedMove } from "@/lib/features/moves/rules/planned-move";
import { joined } from "@/lib/platform/text/bidi";

/** The kinds of calendar entries. A container has at most one entry of each kind. */
export const CALENDAR_KINDS = [
  "lfd",
  "lfd-line",
  "lfd-terminal",
  "lfd-rail",
  "lfd-not_reported",
  "return-due",
  "appointment",
  "planned-pickup",
  "planned-delivery",
  "planned-empty-return",
] as const;
type CalendarKind = (typeof CALENDAR_KINDS)[number];

/**
 * One entry: a whole day `on` ("YYYY-MM-DD", by the place's calendar) or an instant `at` (UTC text), never both. Its
 * texts come from upstream and from users. Code that writes them to a file must escape them.
 */
export type CalendarEntry = {
  kind: CalendarKind;
  on: string | null;
  at: string | null;
  title: string;
  place: string;
  notes: readonly string[];
};

export type PlannedTimes = Pick<
  PlannedMove,
  "pickup" | "delivery" | "deliveryPlace" | "emptyReturn" | "emptyReturnPlace"
>;

const ZONE_UNKNOWN = "Time zone unknown. The time is shown as reported.";

/** Returns the notes about a container that are part of every entry. Nothing in them depends on the present time. */
function containerNotes(row: BoardRow): string[] {
  const line = row.line.name ?? row.line.scac;
  const carriers = row.drayCarriers.map(({ name }) => name).join(", ");
  return [
    row.readiness.label,
    ...row.readiness.reasons.map(({ text: label }) => label),
    ...(line ? [`Line: ${line}`] : []),
    ...(row.billOfLading ? [`BOL: ${row.billOfLading}`] : []),
    ...(row.customer ? [`Customer: ${row.customer}`] : []),
    ...(carriers ? [`Dray carrier: ${carriers}`] : []),
  ];
}

function dayEntry(
  row: BoardRow,
  kind: CalendarKind,
  day: { on: string; zone: string | null },
  text: string,
  note: string,
): CalendarEntry {
  return {
    kind,
    on: day.on,
    at: null,
    title: joined([text, row.number]),
    place: row.terminal.name ?? "",
    notes: [note, ...(knownZone(day.zone) ? [] : [ZONE_UNKNOWN]), ...containerNotes(row)],
  };
}

function timedEntry(
  row: BoardRow,
  kind: CalendarKind,
  moment: Moment | null,
  text: string,
  place: string,
): CalendarEntry[] {
  if (!moment) return [];
  const at = parseInstant(moment.at);
  if (Number.isNaN(at.getTime())) return [];
  return [
    {
      kind,
      on: null,
      at: at.toISOString(),
      title: joined([text, row.number]),
      place,
      notes: [...(knownZone(moment.zone) ? [] : [ZONE_UNKNOWN]), ...containerNotes(row)],
    },
  ];
}

/**
 * Returns the day by which to pull the container. Other applicable sources that name another day give separate entries.
 */
function deadlineEntries(row: BoardRow): CalendarEntry[] {
  const { state, governing, sources } = row.deadline;
  if (state !== "applies" || !governing) return [];
  const others = sources.filter(
    ({ applies, source, on }) => applies && source !== governing.source && on !== governing.on,
  );
  return [
    dayEntry(row, "lfd", governing, "Last free day", DEADLINE_SOURCE_NOTES[governing.source]),
    ...others.map((day) =>
      dayEntry(
        row,
        `lfd-${day.source}`,
        day,
        `Last free day (${deadlineSourceText(day.source)})`,
        DEADLINE_SOURCE_NOTES[day.source],
      ),
    ),
  ];
}

function returnEntries(row: BoardRow): CalendarEntry[] {
  const { returnDue } = row;
  if (returnDue?.state !== "due" || returnDue.on === null) return [];
  const note = "The line’s last free day for its equipment (per diem)";
  return [dayEntry(row, "return-due", { on: returnDue.on, zone: returnDue.zone }, "Empty return due", note)];
}

/**
 * Returns the calendar entries of a container. The last free days and the due day of the empty return are days at the
 * place. The terminal's appointment and the planned moves are instants. A container deleted upstream has none.
 */
export function calendarEntries(row: BoardRow, plan: PlannedTimes): CalendarEntry[] {
  if (row.deletedUpstreamAt !== null) return [];
  const terminal = row.terminal.name ?? "";
  return [
    ...deadlineEntries(row),
    ...returnEntries(row),
    ...timedEntry(row, "appointment", row.appointment, "Pickup appointment", terminal),
    ...timedEntry(row, "planned-pickup", plan.pickup, "Planned pickup", terminal),
    ...timedEntry(row, "planned-delivery", plan.delivery, "Planned delivery", plan.deliveryPlace),
    ...timedEntry(
      row,
      "planned-empty-return",
      plan.emptyReturn,
      "Planned empty return",
      plan.emptyReturnPlace,
    ),
  ];
}

/** Returns the last day of an entry, to decide whether it is in the past. For an instant, the day is in UTC. */
export const entryDay = (entry: Pick<CalendarEntry, "on" | "at">): string =>
  entry.on ?? localDate(entry.at ?? "", null);
