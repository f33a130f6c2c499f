import type { Moment } from "@/lib/domain/time/moment";
import { formatMoment, zoneAbbreviation } from "@/lib/domain/time/time-format";
import { zoneKnown } from "@/lib/domain/time/zoned-time";
import { readLocale } from "@/lib/platform/text/locale";
import type { TimeDisplay } from "./time-display";

/** The time in the locale's format and its location's zone, or in UTC if the zone is unknown. */
function localText({ at, zone }: Moment, locale: string): string {
  return new Date(at).toLocaleString(locale, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: zoneKnown(zone) ? zone : "UTC",
  });
}

/** A time in its location's zone, with the zone's name. */
export function PlainTime({ moment, display: { now, locale } }: { moment: Moment; display: TimeDisplay }) {
  const offered = readLocale(locale);
  return (
    <time dateTime={moment.at}>
      {offered ? formatMoment(offered, moment, new Date(now)) : localText(moment, locale)}{" "}
      <span className="text-ink-3">{zoneAbbreviation(moment.zone, new Date(moment.at))}</span>
    </time>
  );
}
