"use client";

import { otherClockWords, useShownZone } from "@/components/shell/zone-display";
import type { Moment } from "@/lib/dispatch/board-row";
import { shownMoment } from "@/lib/dispatch/zone-shown";
import { formatMoment, zoneAbbreviation } from "@/lib/dispatch/zone-words";

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
