import type { ShipmentAttributes } from "@/lib/contract/shipment";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { EtaChange } from "@/lib/domain/milestones/eta-history";
import type { PartyRole } from "@/lib/domain/parties/party-roles";

/** The data of a shipment's page. Instants are ISO 8601 text in UTC. */
export type ShipmentViewData = {
  id: string;
  attributes: ShipmentAttributes;
  rows: BoardRow[];
  etaChanges: EtaChange[];
  /** The time since when the shipment is known to be deleted upstream. */
  deletedUpstreamAt: string | null;
  /** The time when the mirror was read. */
  readAt: string;
};

/** The roles on the shipment itself, and the time of their last full read. Null if never read. */
export type ShipmentRolesData = { roles: readonly PartyRole[]; asOf: string | null };

/** The known locations of the route: "Antwerp → Houston → Chicago". */
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
