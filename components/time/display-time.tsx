"use client";

import { otherClockText, useDisplayZone } from "@/components/preferences/display-zone";
import { displayMoment } from "@/lib/domain/time/display-zone";
import type { Moment } from "@/lib/domain/time/moment";
import { formatMoment, zoneAbbreviation } from "@/lib/domain/time/time-format";

/** A time in the display zone: the location's with the given text, or the user's own. */
export function DisplayTime({
  moment,
  now,
  text,
  zone,
}: {
  moment: Moment;
  now: number;
  text: string;
  zone: string;
}) {
  const wanted = useDisplayZone();
  const shown = displayMoment(moment, wanted);
  const place = shown === moment;
  // In the user's own zone, server and browser may use different zone names. The first rendered one remains.
  return (
    <time
      suppressHydrationWarning
      dateTime={moment.at}
      onPointerEnter={(event) => {
        event.currentTarget.title = otherClockText(moment, wanted);
      }}
    >
      {place ? text : formatMoment(shown, new Date(now))}{" "}
      <span suppressHydrationWarning className="text-ink-3">
        {place ? zone : zoneAbbreviation(shown.zone, new Date(moment.at))}
      </span>
    </time>
  );
}
