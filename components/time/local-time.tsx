import type { Moment } from "@/lib/domain/time/moment";
import { formatMoment, zoneAbbreviation } from "@/lib/domain/time/time-format";
import { ShownTime } from "./display-time";

/**
 * A moment in its place's zone, or by the reader's own clock where they want that; the zone is named, and the other clock
 * stands in the tip. `now` (epoch ms) decides about the year. The place's words are the server's: browsers carry other
 * tables of zones and of their names.
 */
export function PlaceTime({ moment, now }: { moment: Moment; now: number }) {
  return (
    <ShownTime
      moment={moment}
      now={now}
      words={formatMoment(moment, new Date(now))}
      zone={zoneAbbreviation(moment.zone, new Date(moment.at))}
    />
  );
}
