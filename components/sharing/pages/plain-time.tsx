import { dayOf } from "@/lib/domain/time/local-clock";
import type { Moment } from "@/lib/domain/time/moment";
import { formatMoment, needsYear, zoneAbbreviation } from "@/lib/domain/time/time-format";
import { localDate, zoneKnown } from "@/lib/domain/time/zoned-time";
import { readLocale } from "@/lib/platform/text/locale";
import type { TimeDisplay } from "./time-display";

/** The time in the locale's format and its location's zone, or in UTC if the zone is unknown. */
function localText(moment: Moment, { now, locale }: TimeDisplay): string {
  const { at, zone } = moment;
  const isFar = needsYear(dayOf(moment), localDate(new Date(now), zone));
  return new Date(at).toLocaleString(locale, {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: isFar ? "numeric" : undefined,
    hour: "2-digit",
    minute: "2-digit",
    timeZone: zoneKnown(zone) ? zone : "UTC",
  });
}

/** A time in its location's zone, with the zone's name. */
export function PlainTime({ moment, display }: { moment: Moment; display: TimeDisplay }) {
  const offered = readLocale(display.locale);
  return (
    <time dateTime={moment.at}>
      {offered ? formatMoment(offered, moment, new Date(display.now)) : localText(moment, display)}{" "}
      <span className="text-ink-3">{zoneAbbreviation(moment.zone, new Date(moment.at))}</span>
    </time>
  );
}
