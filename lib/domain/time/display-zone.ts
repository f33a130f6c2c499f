import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { Moment } from "./moment";
import { formatMoment, zoneAbbreviation } from "./time-format";
import { zoneKnown } from "./zoned-time";

/**
 * A moment as it is to be shown: by the clock of `zone`, or its place's own for null. Where the place's zone is unknown
 * the digits are the place's, whoever looks: there is nothing to reckon with.
 */
export function shownMoment(moment: Moment, zone: string | null): Moment {
  return zone !== null && zoneKnown(moment.zone) && zoneKnown(zone) ? { at: moment.at, zone } : moment;
}

/** "Fri 20 Nov, 14:00 CST"; the zone is named, or said to be unknown. */
export function momentWithZone(moment: Moment, now?: Date): string {
  return `${formatMoment(moment, now)} ${zoneAbbreviation(moment.zone, new Date(moment.at))}`;
}

/** The same moment by the other clock, for a tip: the viewer's where the place's is shown, and the other way round. */
export function otherClock(moment: Moment, zone: string | null, viewer: string): string {
  if (!zoneKnown(moment.zone)) return "The zone of this time is unknown";
  return zone === null
    ? `${momentWithZone({ at: moment.at, zone: viewer })} for you`
    : `${momentWithZone(moment)} at the place`;
}

/** A row with its times by the clock of `zone`; for null as it is. Last free days stay days at the terminal. */
export function rowInZone(row: BoardRow, zone: string | null): BoardRow {
  if (zone === null) return row;
  const shown = (moment: Moment | null): Moment | null =>
    moment === null ? null : shownMoment(moment, zone);
  const { arrival } = row;
  return {
    ...row,
    appointment: shown(row.appointment),
    gateOut: shown(row.gateOut),
    emptyReturned: shown(row.emptyReturned),
    arrival: {
      ...arrival,
      eta: shown(arrival.eta),
      firstEta: shown(arrival.firstEta),
      actual: shown(arrival.actual),
    },
  };
}
