"use client";

import { otherClockText, useDisplayZone } from "@/components/preferences/display-zone";
import { useLocale } from "@/components/preferences/locale";
import { displayMoment } from "@/lib/domain/time/display-zone";
import type { Moment } from "@/lib/domain/time/moment";
import { formatMoment, zoneAbbreviation } from "@/lib/domain/time/time-format";

/**
 * A time in the display zone: the location's, from the local time that the server added, or the user's own. `zone` is
 * the name of the location's zone.
 */
export function DisplayTime({ moment, now, zone }: { moment: Moment; now: number; zone: string }) {
  const wanted = useDisplayZone();
  const locale = useLocale();
  const shown = displayMoment(moment, wanted);
  const place = shown === moment;
  // In the user's own zone, server and browser may use different zone names. The first rendered one remains.
  return (
    <time
      suppressHydrationWarning
      dateTime={moment.at}
      onPointerEnter={(event) => {
        event.currentTarget.title = otherClockText(locale, moment, wanted);
      }}
    >
      {formatMoment(locale, shown, new Date(now))}{" "}
      <span suppressHydrationWarning className="text-ink-3">
        {place ? zone : zoneAbbreviation(shown.zone, new Date(moment.at))}
      </span>
    </time>
  );
}
