import type { ShipmentAttributes } from "@/lib/contract/shipment";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { PartyRole } from "@/lib/domain/parties/party-roles";
import type { EtaChange } from "@/lib/features/shipments/rules/eta-history";

/** What the page of a shipment shows. Instants are ISO 8601 text in UTC. */
export type ShipmentViewData = {
  id: string;
  attributes: ShipmentAttributes;
  rows: BoardRow[];
  etaChanges: EtaChange[];
  /** Since when the service is known to have it no longer. */
  vanishedAt: string | null;
  /** When the mirror was read. */
  readAt: string;
};

/** The roles on the shipment itself, and when they were last read in full; null when never. */
export type ShipmentRolesData = { roles: readonly PartyRole[]; asOf: string | null };

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
