import type { RawEvent } from "@/lib/contract/raw-event";
import type { Container } from "@/lib/domain/container/container-facts";
import type { GateSchedule } from "@/lib/domain/deadlines/gate-schedule";
import type { EtaChange } from "@/lib/domain/milestones/eta-history";
import type { TransportMilestone } from "@/lib/domain/milestones/milestones";
import type { FollowUpRecord } from "@/lib/domain/readiness/hold-follow-up";
import type { VoyagePlace } from "@/lib/domain/voyage/voyage";
import type { DriverReport } from "@/lib/features/driver-reports/rules";
import type { PlannedMove } from "@/lib/features/moves/rules/planned-move";
import type { ListedOrder } from "@/lib/features/work-orders/rules";
import type { StoredChange } from "./messages/change-description";

/** A vetted milestone at a terminal, or at least at a location. `longitude` and `latitude` are degrees, or null. */
export type ContainerEvent = TransportMilestone & {
  id: string;
  terminal: string | null;
  longitude: number | null;
  latitude: number | null;
};

/**
 * A stored change. `asOf` is the time of the notification or fetch that reported it, UTC text. `event` and `receivedAt`
 * are those of the notification. They are null when a fetch reported the change.
 */
export type RecordedChange = StoredChange & {
  id: number;
  subject: string;
  asOf: string;
  notificationId: string | null;
  event: string | null;
  receivedAt: string | null;
};

/** The team's records for a container, and the gate hours of the place where it is pulled. Empty hours mean not set. */
export type ContainerWork = { followUps: FollowUpRecord[]; plan: PlannedMove; gates: GateSchedule | null };

/**
 * `etaChanges` are all stored changes of the ETAs of the container and its shipment, oldest first. `rolesAsOf` is when the
 * container's party roles were last read in full, UTC text. Null means never. `driverReports` are what drivers reported
 * through share links, oldest first. `workOrders` are those of its dray carriers, the last sent one first.
 */
export type ContainerPage = {
  container: Container;
  events: ContainerEvent[];
  changes: RecordedChange[];
  changeCount: number;
  etaChanges: EtaChange[];
  rolesAsOf: string | null;
  work: ContainerWork;
  ports: { lading: VoyagePlace | null; discharge: VoyagePlace | null };
  driverReports: DriverReport[];
  workOrders: ListedOrder[];
};

/**
 * `asOf` is when the data was last read from the service (UTC text, null means never). `problem` is the service's
 * message when newer data is missing, and `code` is its error code.
 */
export type RelatedState = { asOf: string | null; code: string | null; problem: string | null };

/** The carrier's own events of a container, in the carrier's order. */
export type RawEvents = RelatedState & { events: RawEvent[] };
