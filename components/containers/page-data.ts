import type { Container } from "@/lib/domain/container/container-facts";
import type { TransportMilestone } from "@/lib/domain/milestones/milestones";
import type { FollowUpRecord } from "@/lib/domain/readiness/hold-follow-up";
import type { ChangeWords, StoredChange } from "@/lib/features/containers/messages/change-description";
import type { PlannedMove } from "@/lib/features/moves/rules/planned-move";
import type { GateHours } from "@/lib/features/moves/rules/terminal-hours";

/** A milestone as stored in the mirror: at a terminal, or at least at a location. */
export type ContainerEvent = TransportMilestone & { id: string; terminal: string | null };

/**
 * A recorded change. `asOf` is the time of the change, `receivedAt` the arrival of its notification (ISO 8601, UTC).
 * `receivedAt` is null when a sync found the change.
 */
export type ContainerChange = StoredChange & {
  id: number;
  asOf: string;
  notificationId: string | null;
  event: string | null;
  receivedAt: string | null;
};

/** A change with its text. */
export type ReportedChange = ContainerChange & { words: ChangeWords[] };

export type PartyChoice = { id: string; name: string };

export type ContainerViewData = {
  container: Container;
  events: ContainerEvent[];
  changes: ContainerChange[];
  changeCount: number;
  /** The time of the last full read of the container's party roles (ISO 8601, UTC). Null if never read. */
  rolesAsOf: string | null;
  /** The data that users entered in the dashboard. */
  work: { followUps: FollowUpRecord[]; plan: PlannedMove; gateHours: GateHours };
  /** The time when the mirror was read (ISO 8601, UTC). */
  readAt: string;
};
