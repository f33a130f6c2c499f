import type { Moment } from "./moment";
import { localDate, localTime } from "./zoned-time";

/**
 * What a clock at the place shows. Browsers and servers carry time-zone tables of different years, and must not tell
 * different times on one page: the server's reading travels with the moment and counts before one's own.
 */
export function withPlaceClock(moment: Moment | null): Moment | null {
  return (
    moment && {
      ...moment,
      local: `${localDate(moment.at, moment.zone)}T${localTime(moment.at, moment.zone)}`,
    }
  );
}

/** The day at the place, "2026-11-20". */
export const dayOf = (moment: Moment): string =>
  moment.local?.slice(0, 10) ?? localDate(moment.at, moment.zone);

/** The time at the place, "14:00". */
export const timeOf = (moment: Moment): string =>
  moment.local?.slice(11) ?? localTime(moment.at, moment.zone);
