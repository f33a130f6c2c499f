import type { Moment } from "@/lib/dispatch/board-row";
import { formatMoment, zoneAbbreviation } from "@/lib/dispatch/zone-words";
import { ViewerTime } from "./viewer-time";

/** A moment in its place's zone; what it is for the viewer stands in the tip. `now` (epoch ms) decides about the year. */
export function PlaceTime({ moment, now }: { moment: Moment; now: number }) {
  return (
    <ViewerTime
      at={moment.at}
      zoneKnown={moment.zone !== null}
      words={formatMoment(moment, new Date(now))}
      zone={zoneAbbreviation(moment.zone, new Date(moment.at))}
    />
  );
}
