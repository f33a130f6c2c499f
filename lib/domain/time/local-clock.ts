import type { Moment } from "./moment";
import { localDate, localTime } from "./zoned-time";

/**
 * Adds the local time at the place. Browsers and servers have time-zone tables of different years, and one page must
 * not show different times. The server's local time is therefore sent with the moment and takes precedence over the
 * browser's.
 */
export function withPlaceClock(moment: Moment): Moment;
export function withPlaceClock(moment: Moment | null): Moment | null;
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
