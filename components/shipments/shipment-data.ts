import type { ShipmentAttributes } from "@/lib/contract/shipment";
import type { BoardRow, Moment } from "@/lib/dispatch/board-row";

/**
 * A shipment of a list, with how many containers it has. `vanishedAt`: since when the service is known to have it no
 * longer (ISO 8601, UTC).
 */
export type ShipmentEntry = {
  id: string;
  attributes: ShipmentAttributes;
  containers: number;
  vanishedAt: string | null;
};

export type ShipmentViewData = {
  id: string;
  attributes: ShipmentAttributes;
  rows: BoardRow[];
  vanishedAt: string | null;
  /** When the mirror was read (ISO 8601, UTC). */
  readAt: string;
};

/** What a list of shipments is narrowed to. */
export type ShipmentListFilter = { number: string; stopped: "any" | "yes" | "no"; page: number };

/** The number a shipment goes by. */
export function shipmentNumber({
  bill_of_lading_number: bol,
  normalized_number,
}: ShipmentAttributes): string {
  return bol ?? normalized_number ?? "no number";
}

/** Arrival at the port of discharge: actual, else expected. */
export function portArrival(
  attributes: ShipmentAttributes,
): { word: "arrived" | "ETA"; moment: Moment } | null {
  const zone = attributes.pod_timezone ?? null;
  if (attributes.pod_ata_at) return { word: "arrived", moment: { at: attributes.pod_ata_at, zone } };
  return attributes.pod_eta_at ? { word: "ETA", moment: { at: attributes.pod_eta_at, zone } } : null;
}

/** "Antwerp → Houston → Chicago": the places that are known. */
export function route(attributes: ShipmentAttributes): string {
  const pod = attributes.port_of_discharge_name ?? attributes.port_of_discharge_locode;
  const destination = attributes.destination_name ?? attributes.destination_locode;
  const stops = [
    attributes.port_of_lading_name ?? attributes.port_of_lading_locode,
    pod,
    destination === pod ? null : destination,
  ];
  return stops.filter(Boolean).join(" → ") || "route not reported";
}
