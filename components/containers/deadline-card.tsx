import { DayText } from "@/components/time/day-text";
import { zoneCity } from "@/components/time/zone-city";
import { Card } from "@/components/ui/card";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { closingTime } from "@/lib/domain/deadlines/closing-text";
import {
  DEADLINE_SOURCE_LABELS,
  DEADLINE_SOURCE_NOTES,
  type Deadline,
  type DeadlineSource,
  deadlineSourceText,
  type GoverningDay,
} from "@/lib/domain/deadlines/deadline";
import {
  formatLongDay,
  formatTime,
  formatWeekday,
  WEEKDAYS,
  zoneAbbreviation,
} from "@/lib/domain/time/time-format";
import { localTime, weekday } from "@/lib/domain/time/zoned-time";
import type { Locale } from "@/lib/platform/text/locale";
import { deadlineMoved } from "./change-history";
import { Countdown, EndsOrEnded } from "./countdown";
import type { ReportedChange } from "./page-data";

/** "Fri, November 20, 2026", "Fri 20 November 2026". */
const longDay = (locale: Locale, on: string): string =>
  `${WEEKDAYS[weekday(on)]}${locale === "en-US" ? "," : ""} ${formatLongDay(locale, on)}`;

function endText(locale: Locale, city: string | null, { on, zone, endsAt, lastGate }: GoverningDay): string {
  const at = localTime(endsAt, zone);
  const place = zone
    ? `in ${city ?? zoneCity(zone)} (${zoneAbbreviation(zone, new Date(Date.parse(endsAt) - 1))})`
    : "(zone unknown)";
  if (!lastGate)
    return `${longDay(locale, on)}, ${formatTime(locale, at === "00:00" ? "24:00" : at)} ${place}`;
  const closes = `${longDay(locale, lastGate.on)} at the last gate, closes ${closingTime(locale, lastGate)} ${place}`;
  return lastGate.on === on
    ? closes
    : `${closes}. No gate is open later by the last free day, ${formatWeekday(locale, on)}.`;
}

function SourceRow({
  source,
  deadline,
  changes,
}: {
  source: DeadlineSource;
  deadline: Deadline;
  changes: readonly ReportedChange[];
}) {
  const day = deadline.sources.find((each) => each.source === source);
  const governs = deadline.governing?.source === source && deadline.state === "applies";
  const moved = day ? deadlineMoved(source, changes) : null;
  return (
    <>
      <dt className="text-ink-2" title={DEADLINE_SOURCE_NOTES[source]}>
        {DEADLINE_SOURCE_LABELS[source]}
      </dt>
      <dd data-source={source}>
        {day ? <DayText on={day.on} form="weekday" /> : <span className="text-ink-3">not reported</span>}{" "}
        {governs && <b className="font-[580]">in effect</b>}
        {day && !day.applies && deadline.state !== "picked_up" && (
          <span className="text-ink-3">does not apply</span>
        )}
      </dd>
      <dd className="text-right text-small text-ink-3 max-sm:hidden">
        {moved ? `changed, was ${moved.was}` : day ? "unchanged" : ""}
      </dd>
    </>
  );
}

/** The time left, the deadline with its location, and the days reported by each source. */
export function DeadlineCard({
  row,
  changes,
  city,
  locale,
}: {
  row: BoardRow;
  changes: readonly ReportedChange[];
  /** The city of the pickup place. Null when unknown: the city of its zone is shown. */
  city: string | null;
  locale: Locale;
}) {
  const { deadline } = row;
  const { governing, serviceNames } = deadline;
  const reported = (source: DeadlineSource) => deadline.sources.some((each) => each.source === source);
  const sources: DeadlineSource[] = ["line", "terminal"];
  if (reported("rail") || row.destination) sources.push("rail");
  if (reported("not_reported")) sources.splice(0, sources.length, "not_reported");
  return (
    <Card title="Last free day">
      <div className="flex flex-wrap items-end gap-x-7 gap-y-3">
        <div className="min-w-52">
          <Countdown row={row} />
          <p className="text-note text-ink-3">
            {governing ? (
              <>
                {deadline.state === "picked_up" ? "Was" : <EndsOrEnded at={governing.endsAt} />}{" "}
                {endText(locale, city, governing)}
              </>
            ) : (
              "No last free day reported yet."
            )}
          </p>
        </div>
        <dl className="grid flex-1 grid-cols-[auto_1fr_auto] items-baseline max-sm:grid-cols-[auto_1fr] gap-x-3.5 gap-y-1">
          {sources.map((source) => (
            <SourceRow key={source} source={source} deadline={deadline} changes={changes} />
          ))}
        </dl>
      </div>
      {serviceNames && (
        <p className="mt-2 text-note text-ink-2">
          The service reports a last free day of <DayText on={serviceNames.on} form="weekday" /> (
          {deadlineSourceText(serviceNames.source)}). Drayboard uses the earliest that applies.
        </p>
      )}
    </Card>
  );
}
