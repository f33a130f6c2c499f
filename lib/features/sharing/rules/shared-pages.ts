import type { ShipmentAttributes } from "@/lib/contract/shipment";
import type { Container } from "@/lib/domain/container/container-facts";
import { type Milestone, milestones, type TransportMilestone } from "@/lib/domain/milestones/milestones";
import type { Moment } from "@/lib/domain/time/moment";
import type { ContainerWork } from "@/lib/features/containers/rules";
import { shipmentNumber } from "@/lib/features/shipments/rules/shipment-row";
import { type DriverMove, driverMove } from "./driver-move";
import { type CustomerRow, customerRow, type DriverRow, driverRow, type SharedRow } from "./shared-container";

/** A milestone of the journey in a shared view. */
export type SharedMilestone = Pick<Milestone, "label" | "state" | "actual" | "planned" | "place"> & {
  vessel: string | null;
};

/** A shared page of one container. `move` is null where the planned move is not shown, as in an embed. */
export type SharedContainer =
  | { kind: "container"; view: "customer"; container: CustomerRow; milestones: SharedMilestone[] }
  | { kind: "container"; view: "driver"; container: DriverRow; move: DriverMove | null };

/** A shared page of one shipment with its containers. */
export type SharedShipment = {
  kind: "shipment";
  number: string;
  line: string | null;
  route: string[];
  vessel: { name: string | null; voyage: string | null };
  eta: Moment | null;
  arrived: Moment | null;
  rows: SharedRow[];
};

/** A shared page of a container list. `page` starts at 1. */
export type SharedList = { kind: "board"; rows: SharedRow[]; total: number; page: number; pages: number };

export type SharedData = SharedContainer | SharedShipment | SharedList;

const sharedMilestone = ({
  label,
  state,
  actual,
  planned,
  place,
  vessel,
  voyage,
}: Milestone): SharedMilestone => ({
  label,
  state,
  actual,
  planned,
  place,
  vessel: [vessel, voyage].filter(Boolean).join(" ") || null,
});

/** Returns the customer page of one container, with its journey. */
export function customerContainer(
  container: Container,
  events: readonly TransportMilestone[],
  granted: { charges: boolean },
): SharedContainer {
  return {
    kind: "container",
    view: "customer",
    container: customerRow(container, granted),
    milestones: milestones(events, container).map(sharedMilestone),
  };
}

/** Returns the driver page of one container at `now`, with the planned move if `showsMove`. */
export function driverContainer(
  container: Container,
  work: Pick<ContainerWork, "plan" | "gates">,
  { showsMove, now }: { showsMove: boolean; now: Date },
): SharedContainer {
  const move = showsMove ? driverMove(container, work, now) : null;
  return { kind: "container", view: "driver", container: driverRow(container, work.plan), move };
}

/** Returns the page of one shipment. Its rows are already limited to the shared view. */
export function sharedShipment(facts: ShipmentAttributes, rows: SharedRow[]): SharedShipment {
  const discharge = facts.port_of_discharge_name ?? facts.port_of_discharge_locode;
  const destination = facts.destination_name ?? facts.destination_locode;
  const stops = [
    facts.port_of_lading_name ?? facts.port_of_lading_locode,
    discharge,
    destination === discharge ? null : destination,
  ];
  const zone = facts.pod_timezone ?? null;
  const at = (instant: string | null | undefined): Moment | null => (instant ? { at: instant, zone } : null);
  return {
    kind: "shipment",
    number: shipmentNumber(facts),
    line: facts.shipping_line_short_name ?? facts.shipping_line_name ?? facts.shipping_line_scac ?? null,
    route: stops.flatMap((stop) => stop || []),
    vessel: { name: facts.pod_vessel_name ?? null, voyage: facts.pod_voyage_number ?? null },
    eta: at(facts.pod_eta_at),
    arrived: at(facts.pod_ata_at),
    rows,
  };
}
