import { createHash } from "node:crypto";
import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from "ical-generator";
import type { ReportedEntry } from "@/lib/features/feeds/rules/calendar-revisions";
import { withoutBidiControls } from "@/lib/platform/text/bidi";

const MINUTES_SHOWN = 60;
const REFRESH_SECONDS = 15 * 60;

/** Returns text as one line without control characters and line breaks, which calendars do not need. */
const oneLine = (text: string): string =>
  withoutBidiControls(text)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();

/** The package does not escape the name of a calendar. This function applies the escaping of RFC 5545, 3.3.11. */
const escaped = (text: string): string => oneLine(text).replace(/[\\;,]/g, (sign) => `\\${sign}`);

/**
 * Returns the same UID for a container and kind of entry in every calendar, at all times. Ids are opaque and may
 * contain any character.
 */
const uidOf = ({ containerId, entry }: ReportedEntry): string =>
  `${createHash("sha256")
    .update(JSON.stringify([containerId, entry.kind]))
    .digest("hex")
    .slice(0, 40)}@drayboard`;

function datesOf({ entry: { on, at } }: ReportedEntry) {
  if (on !== null) return { start: new Date(`${on}T00:00:00Z`), allDay: true };
  const start = new Date(at ?? 0);
  return { start, end: new Date(start.getTime() + MINUTES_SHOWN * 60_000) };
}

/**
 * Returns a calendar as iCalendar text (RFC 5545). Days are whole days without a zone, times are in UTC. Equal entries
 * produce equal text. `containerAddress` returns the address of a container page.
 */
export function calendarText(
  name: string,
  entries: readonly ReportedEntry[],
  containerAddress: (containerId: string) => string,
): string {
  const calendar = ical({
    name: escaped(name),
    prodId: { company: "Drayboard", product: "Drayboard", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  });
  for (const reported of entries) {
    const { entry, sequence, changedAt, cancelledAt } = reported;
    const changed = new Date(changedAt);
    const address = containerAddress(reported.containerId);
    calendar.createEvent({
      ...datesOf(reported),
      id: uidOf(reported),
      sequence,
      stamp: changed,
      lastModified: changed,
      summary: oneLine(cancelledAt === null ? entry.title : `Canceled: ${entry.title}`),
      location: oneLine(entry.place) || null,
      description: [...entry.notes.map(oneLine), address].join("\n"),
      url: address,
      status: cancelledAt === null ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
      transparency: entry.on === null ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
    });
  }
  return `${calendar.toString()}\r\n`;
}
