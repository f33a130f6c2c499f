import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { Locale } from "@/lib/platform/text/locale";
import type { Moment } from "./moment";
import { formatMoment, zoneAbbreviation } from "./time-format";
import { zoneKnown } from "./zoned-time";

/**
 * A moment for display in `zone`, or in the place's own zone for null. If the place's zone is unknown, the digits
 * remain the place's for every viewer, since they cannot be converted.
 */
export function displayMoment(moment: Moment, zone: string | null): Moment {
  return zone !== null && zoneKnown(moment.zone) && zoneKnown(zone) ? { at: moment.at, zone } : moment;
}

/** "Fri, Nov 20, 2:00 PM CST"; the zone is named, or shown as unknown. */
export function momentWithZone(locale: Locale, moment: Moment, now?: Date): string {
  return `${formatMoment(locale, moment, now)} ${zoneAbbreviation(moment.zone, new Date(moment.at))}`;
}

/** The same moment in the other zone, for a tooltip: the viewer's zone if the place's is shown, and vice versa. */
export function otherClock(locale: Locale, moment: Moment, zone: string | null, viewer: string): string {
  if (!zoneKnown(moment.zone)) return "Time zone unknown";
  return zone === null
    ? `${momentWithZone(locale, { at: moment.at, zone: viewer })} your time`
    : `${momentWithZone(locale, moment)} local time`;
}

/** A row with its times in `zone`; unchanged for null. Last free days remain days at the terminal. */
export function rowInZone(row: BoardRow, zone: string | null): BoardRow {
  if (zone === null) return row;
  const shown = (moment: Moment | null): Moment | null =>
    moment === null ? null : displayMoment(moment, zone);
  const { arrival } = row;
  return {
    ...row,
    appointment: shown(row.appointment),
    gateOut: shown(row.gateOut),
    emptyReturned: shown(row.emptyReturned),
    plannedPickup: shown(row.plannedPickup),
    plannedDelivery: shown(row.plannedDelivery),
    plannedReturn: shown(row.plannedReturn),
    workOrder: row.workOrder && { ...row.workOrder, eta: shown(row.workOrder.eta) },
    arrival: {
      ...arrival,
      eta: shown(arrival.eta),
      firstEta: shown(arrival.firstEta),
      actual: shown(arrival.actual),
    },
  };
}
