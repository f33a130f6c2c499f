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
import { formatDay, formatLongDay, zoneAbbreviation } from "@/lib/domain/time/time-format";
import { localTime } from "@/lib/domain/time/zoned-time";
import { deadlineMoved } from "./change-history";
import { Countdown, EndsOrEnded } from "./countdown";
import type { ReportedChange } from "./page-data";

function endText({ on, zone, endsAt, lastGate }: GoverningDay): string {
  const at = localTime(endsAt, zone);
  const place = zone
    ? `in ${zoneCity(zone)} (${zoneAbbreviation(zone, new Date(Date.parse(endsAt) - 1))})`
    : "(zone unknown)";
  if (!lastGate) return `${formatLongDay(on)}, ${at === "00:00" ? "24:00" : at} ${place}`;
  const closes = `${formatLongDay(lastGate.on)} at the last gate, closes ${closingTime(lastGate)} ${place}`;
  return lastGate.on === on
    ? closes
    : `${closes}. No gate is open later by the last free day, ${formatDay(on)}.`;
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
        {day ? formatDay(day.on) : <span className="text-ink-3">not reported</span>}{" "}
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
export function DeadlineCard({ row, changes }: { row: BoardRow; changes: readonly ReportedChange[] }) {
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
                {endText(governing)}
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
          The service reports a last free day of {formatDay(serviceNames.on)} (
          {deadlineSourceText(serviceNames.source)}). Drayboard uses the earliest that applies.
        </p>
      )}
    </Card>
  );
}
