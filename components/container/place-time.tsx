"use client";

import { otherClockWords, useShownZone } from "@/components/shell/zone-display";
import type { Moment } from "@/lib/dispatch/board-row";
import { shownMoment } from "@/lib/dispatch/zone-shown";
import { formatMoment, zoneAbbreviation } from "@/lib/dispatch/zone-words";

/**
 * A moment in its place's zone, or by the reader's own clock where they want that; the zone is named, and the other clock
 * stands in the tip. `now` (epoch ms) decides about the year.
 */
export function PlaceTime({ moment, now }: { moment: Moment; now: number }) {
  const zone = useShownZone();
  const shown = shownMoment(moment, zone);
  return (
    <time
      dateTime={moment.at}
      onPointerEnter={(event) => {
        event.currentTarget.title = otherClockWords(moment, zone);
      }}
    >
      {formatMoment(shown, new Date(now))}{" "}
      <span className="text-ink-3">{zoneAbbreviation(shown.zone, new Date(moment.at))}</span>
    </time>
  );
}
