"use client";

import { otherClockWords, useShownZone } from "@/components/preferences/display-zone";
import { shownMoment } from "@/lib/domain/time/display-zone";
import type { Moment } from "@/lib/domain/time/moment";
import { formatMoment, zoneAbbreviation } from "@/lib/domain/time/time-format";

/** A time by the clock its reader wants: the place's in the words given, or their own. */
export function ShownTime({
  moment,
  now,
  words,
  zone,
}: {
  moment: Moment;
  now: number;
  words: string;
  zone: string;
}) {
  const wanted = useShownZone();
  const shown = shownMoment(moment, wanted);
  const place = shown === moment;
  // By one's own clock server and browser may name a zone otherwise: what was painted first stays.
  return (
    <time
      suppressHydrationWarning
      dateTime={moment.at}
      onPointerEnter={(event) => {
        event.currentTarget.title = otherClockWords(moment, wanted);
      }}
    >
      {place ? words : formatMoment(shown, new Date(now))}{" "}
      <span suppressHydrationWarning className="text-ink-3">
        {place ? zone : zoneAbbreviation(shown.zone, new Date(moment.at))}
      </span>
    </time>
  );
}
