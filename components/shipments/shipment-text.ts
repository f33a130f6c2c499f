import type { TwoLines } from "@/components/board/table/cell-text";
import { formatContainerNumber } from "@/lib/contract/container-number";
import { driftText } from "@/lib/domain/milestones/eta-deviation";
import { displayMoment } from "@/lib/domain/time/display-zone";
import { dayOf } from "@/lib/domain/time/local-clock";
import { formatAge, formatDay } from "@/lib/domain/time/time-format";
import { localDate, zoneKnown } from "@/lib/domain/time/zoned-time";
import { containerCountText } from "@/lib/features/shipments/rules/container-counts";
import type { ShipmentRow } from "@/lib/features/shipments/rules/shipment-row";
import { stoppedReasonText } from "@/lib/features/tracking-requests/messages/tracking-status";
import { joined } from "@/lib/platform/text/bidi";
import type { Locale } from "@/lib/platform/text/locale";

type Place = ShipmentRow["lading"];

const named = ({ name, locode }: Place): string | null => name ?? locode;

/** The known locations of the route, "Antwerp → Houston → Chicago", with the vessel below. */
export function routeLines({ lading, discharge, destination, vessel }: ShipmentRow): TwoLines {
  const stops = [named(lading), named(discharge), destination && named(destination)].filter(Boolean);
  return {
    main: stops.join(" → ") || "route not reported",
    note: [vessel.name, vessel.voyage].filter(Boolean).join(" ") || "vessel not reported",
  };
}

/**
 * The actual or expected arrival at the port of discharge, in `zone`, or in the port's zone if it is null, with the
 * difference from the first ETA in the port's zone. `now` is epoch ms.
 */
export function arrivalLines(locale: Locale, row: ShipmentRow, zone: string | null, now: number): TwoLines {
  const at = row.arrived ?? row.eta;
  if (!at) return { main: "ETA not reported", note: "" };
  const shown = displayMoment(at, zone);
  const day = formatDay(locale, dayOf(shown), localDate(new Date(now), shown.zone));
  const against = row.drift === null ? "first ETA not reported" : driftText(row.drift);
  const unknown = zoneKnown(at.zone) ? [] : ["zone unknown"];
  return { main: `${row.arrived ? "Arrived" : "ETA"} ${day}`, note: joined([against, ...unknown]) };
}

/** For example "2 of 3 containers picked up, most urgent MSKU 480796 9". A single container is named by its number. */
export function containersText(row: ShipmentRow): string {
  const { containers, worst } = row;
  if (worst === null) return "no containers reported yet";
  const number = formatContainerNumber(worst.number);
  return containers === 1 ? number : `${containerCountText(row)}, most urgent ${number}`;
}

/**
 * The tracking state: whether the line is being requested, and since when the shipment exists, or the reason why not.
 * `advice` is the next step. `now` is epoch ms.
 */
export function trackingLines(
  { tracking, createdAt }: ShipmentRow,
  now: number,
): TwoLines & { stopped: boolean; advice: string | null } {
  if (tracking.stoppedAt === null) {
    const age = createdAt && formatAge(createdAt, new Date(now));
    const note = age ? `added ${age === "now" ? "just now" : `${age} ago`}` : "";
    return { main: "Tracking", note, stopped: false, advice: null };
  }
  const text = tracking.reason ? stoppedReasonText(tracking.reason) : null;
  return {
    main: "Stopped",
    note: text?.what ?? "No reason reported",
    stopped: true,
    advice: text?.advice ?? null,
  };
}
