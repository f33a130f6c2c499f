import type { ContainerAttributes, containerAttributesSchema } from "@/lib/contract/container";
import type { DATA_SOURCES } from "@/lib/contract/enums";
import type { Identifier } from "@/lib/contract/json-api";
import type { ShipmentAttributes, shipmentAttributesSchema } from "@/lib/contract/shipment";

export type DataSource = (typeof DATA_SOURCES)[number];

type ContainerKey = keyof typeof containerAttributesSchema.shape;
type ShipmentKey = keyof typeof shipmentAttributesSchema.shape;

/** All container attributes in output form: each is present, and null when unknown. */
export type ContainerFacts = { [Key in ContainerKey]: Exclude<ContainerAttributes[Key], undefined> };

/** All shipment attributes in output form. */
export type ShipmentFacts = { [Key in ShipmentKey]: Exclude<ShipmentAttributes[Key], undefined> };

export type Place = Pick<Identifier, "type" | "id"> | null;

/** The ports, terminals and inland places that a shipment is related to. */
export type ShipmentPlaces = {
  port_of_lading: Place;
  port_of_discharge: Place;
  pod_terminal: Place;
  destination: Place;
  destination_terminal: Place;
  /** Not a relationship of the shipment. Estimates refer to it. */
  pod_vessel: Place;
};

export type ContainerPlaces = { pod_terminal: Place; pickup_facility: Place };

/** Everything known about one container and its shipment at one instant. */
export type JourneyFacts = {
  container: ContainerFacts;
  containerPlaces: ContainerPlaces;
  /** Moved to a yard off the terminal. Only the status shows it; no attribute does. */
  offDock: boolean;
  shipment: ShipmentFacts;
  shipmentPlaces: ShipmentPlaces;
};

/** One milestone that happened, with its place and vessel. `event` is the name without `container.transport.`. */
export type Milestone = {
  event: string;
  at: string;
  timezone: string | null;
  locode: string | null;
  location: Place;
  terminal: Place;
  vessel: Place;
  voyage: string | null;
  dataSource: DataSource;
};

export const NO_SHIPMENT_PLACES: ShipmentPlaces = {
  port_of_lading: null,
  port_of_discharge: null,
  pod_terminal: null,
  destination: null,
  destination_terminal: null,
  pod_vessel: null,
};

/** A container with only its number known. */
export function blankContainer(number: string, createdAt: string): ContainerFacts {
  return { ...emptyContainer(), number, created_at: createdAt, ref_numbers: [] };
}

function emptyContainer(): ContainerFacts {
  return {
    number: null,
    ref_numbers: [],
    equipment_type: null,
    equipment_length: null,
    equipment_height: null,
    weight_in_lbs: null,
    seal_number: null,
    created_at: null,
    current_status: "new",
    pickup_lfd: null,
    import_deadlines: { pickup_lfd_terminal: null, pickup_lfd_rail: null, pickup_lfd_line: null },
    ind_facility_lfd_on: null,
    ssl_lfd: null,
    pickup_appointment_at: null,
    availability_known: false,
    available_for_pickup: null,
    pod_arrived_at: null,
    pod_discharged_at: null,
    pod_full_out_at: null,
    pod_full_out_chassis_number: null,
    terminal_checked_at: null,
    location_at_pod_terminal: null,
    final_destination_full_out_at: null,
    empty_terminated_at: null,
    holds_at_pod_terminal: [],
    fees_at_pod_terminal: [],
    ind_facility_holds: null,
    ind_facility_fees: null,
    pod_timezone: null,
    final_destination_timezone: null,
    empty_terminated_timezone: null,
    pod_rail_carrier_scac: null,
    ind_rail_carrier_scac: null,
    pod_last_tracking_request_at: null,
    shipment_last_tracking_request_at: null,
    rail_last_tracking_request_at: null,
    pod_rail_loaded_at: null,
    pod_rail_departed_at: null,
    ind_eta_at: null,
    ind_ata_at: null,
    ind_rail_unloaded_at: null,
    delivered_at: null,
    empty_out_at: null,
    pol_full_in_at: null,
    pol_vessel_loaded_at: null,
    pol_vessel_departed_at: null,
  };
}

/** A shipment with only its numbers known. */
export function blankShipment(
  numbers: Pick<ShipmentFacts, "bill_of_lading_number" | "normalized_number" | "created_at">,
): ShipmentFacts {
  return {
    ref_numbers: [],
    tags: [],
    port_of_lading_locode: null,
    port_of_lading_name: null,
    port_of_discharge_locode: null,
    port_of_discharge_name: null,
    destination_locode: null,
    destination_name: null,
    shipping_line_scac: null,
    shipping_line_name: null,
    shipping_line_short_name: null,
    customer_name: null,
    pod_vessel_name: null,
    pod_vessel_imo: null,
    pod_voyage_number: null,
    pol_etd_at: null,
    pol_atd_at: null,
    pol_original_etd_at: null,
    pod_eta_at: null,
    pod_original_eta_at: null,
    pod_ata_at: null,
    destination_eta_at: null,
    destination_ata_at: null,
    destination_original_eta_at: null,
    pol_timezone: null,
    pod_timezone: null,
    destination_timezone: null,
    line_tracking_last_attempted_at: null,
    line_tracking_last_succeeded_at: null,
    line_tracking_stopped_at: null,
    line_tracking_stopped_reason: null,
    ...numbers,
  };
}
