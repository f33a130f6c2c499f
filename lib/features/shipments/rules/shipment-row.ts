import type { ShipmentAttributes } from "@/lib/contract/shipment";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { moment } from "@/lib/domain/container/journey";
import { etaDrift } from "@/lib/domain/milestones/eta-deviation";
import { withPlaceClock } from "@/lib/domain/time/local-clock";
import type { Moment } from "@/lib/domain/time/moment";
import { countContainers } from "./container-counts";
import { type ContainerState, type StateFacts, worstContainer } from "./worst-container";

/** A port or place with its name in a list. */
type Place = { locode: string | null; name: string | null };

/** The worst container of a shipment, with the data for its deadline and readiness. */
export type WorstContainer = Pick<
  BoardRow,
  "id" | "number" | "deadline" | "readiness" | "holds" | "checkedAt" | "onTerminalGround"
> & { state: ContainerState };

/** The board row fields used by the shipment list. */
export type ShipmentContainer = StateFacts & Omit<WorstContainer, "state">;

/**
 * One shipment of the list. `worst` is valid at the time when the row was built. All other fields do not depend on the
 * time.
 */
export type ShipmentRow = {
  id: string;
  /** The displayed number: the bill of lading, or the requested number. */
  number: string;
  line: { scac: string | null; name: string | null };
  lading: Place;
  discharge: Place;
  /** Null when the move ends at the port. */
  destination: Place | null;
  vessel: { name: string | null; voyage: string | null };
  eta: Moment | null;
  firstEta: Moment | null;
  arrived: Moment | null;
  /** Days after the first ETA in the calendar of the port. Null when it cannot be computed. */
  drift: number | null;
  customer: string | null;
  references: string[];
  tags: string[];
  /**
   * When tracking was stopped and the reason (interface.md, line_tracking_stopped_reason). Null while the shipment is
   * tracked.
   */
  tracking: { stoppedAt: string | null; reason: string | null };
  /** When the service created it (ISO 8601, UTC). */
  createdAt: string | null;
  containers: number;
  /** How many of the containers were picked up. */
  pickedUp: number;
  worst: WorstContainer | null;
  /** Since when the shipment is known to be deleted upstream (ISO 8601, UTC). */
  deletedUpstreamAt: string | null;
};

/** Returns the displayed number of a shipment. */
export function shipmentNumber({
  bill_of_lading_number: bol,
  normalized_number,
}: ShipmentAttributes): string {
  return bol ?? normalized_number ?? "no number";
}

const place = (locode: string | null | undefined, name: string | null | undefined): Place => ({
  locode: locode ?? null,
  name: name ?? null,
});

function worstOf(containers: readonly ShipmentContainer[], now: Date): WorstContainer | null {
  const worst = worstContainer(containers, now);
  if (!worst) return null;
  const { id, number, deadline, readiness, holds, checkedAt, onTerminalGround } = worst.row;
  return { id, number, deadline, readiness, holds, checkedAt, onTerminalGround, state: worst.state };
}

/** Builds the list row of a shipment with its containers at `now`. */
export function shipmentRow(
  shipment: { id: string; attributes: ShipmentAttributes; deletedUpstreamAt: string | null },
  containers: readonly ShipmentContainer[],
  now: Date,
): ShipmentRow {
  const facts = shipment.attributes;
  const zone = facts.pod_timezone ?? null;
  const discharge = place(facts.port_of_discharge_locode, facts.port_of_discharge_name);
  const destination = place(facts.destination_locode, facts.destination_name);
  const further = (destination.locode ?? destination.name) !== null;
  return {
    id: shipment.id,
    number: shipmentNumber(facts),
    line: {
      scac: facts.shipping_line_scac ?? null,
      name: facts.shipping_line_short_name ?? facts.shipping_line_name ?? null,
    },
    lading: place(facts.port_of_lading_locode, facts.port_of_lading_name),
    discharge,
    destination: further && destination.locode !== discharge.locode ? destination : null,
    vessel: { name: facts.pod_vessel_name ?? null, voyage: facts.pod_voyage_number ?? null },
    eta: withPlaceClock(moment(facts.pod_eta_at, zone)),
    firstEta: withPlaceClock(moment(facts.pod_original_eta_at, zone)),
    arrived: withPlaceClock(moment(facts.pod_ata_at, zone)),
    drift: etaDrift(facts),
    customer: facts.customer_name ?? null,
    references: facts.ref_numbers ?? [],
    tags: facts.tags ?? [],
    tracking: {
      stoppedAt: facts.line_tracking_stopped_at ?? null,
      reason: facts.line_tracking_stopped_reason ?? null,
    },
    createdAt: facts.created_at ?? null,
    ...countContainers(containers),
    worst: worstOf(containers, now),
    deletedUpstreamAt: shipment.deletedUpstreamAt,
  };
}
