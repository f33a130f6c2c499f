import { withPlaceClock } from "@/lib/domain/time/local-clock";
import type { Moment } from "@/lib/domain/time/moment";
import { zoneAbbreviation } from "@/lib/domain/time/time-format";
import { DisplayTime } from "./display-time";

/**
 * A time in its location's zone, or in the user's own if chosen. The zone is named, and the tooltip shows the other
 * zone. `now` (epoch ms) decides whether the year is shown. The local time at the location and the name of its zone are the
 * server's, because browsers have other zone databases and zone names.
 */
export function PlaceTime({ moment, now }: { moment: Moment; now: number }) {
  return (
    <DisplayTime
      moment={moment.local === undefined ? withPlaceClock(moment) : moment}
      now={now}
      zone={zoneAbbreviation(moment.zone, new Date(moment.at))}
    />
  );
}
