import type { Container } from "@/lib/domain/container/container-facts";
import type { TransportMilestone } from "@/lib/domain/milestones/milestones";
import type { FollowUpRecord } from "@/lib/domain/readiness/hold-follow-up";
import type { ChangeWords, StoredChange } from "@/lib/features/containers/messages/change-description";
import type { PlannedMove } from "@/lib/features/moves/rules/planned-move";
import type { GateHours } from "@/lib/features/moves/rules/terminal-hours";

/** A milestone as the mirror knows it: at a terminal, or at least in a place. */
export type ContainerEvent = TransportMilestone & { id: string; terminal: string | null };

/** A remembered change. `asOf` is when it was so, `receivedAt` when its notification came (ISO 8601, UTC); null when a sync found it. */
export type ContainerChange = StoredChange & {
  id: number;
  asOf: string;
  notificationId: string | null;
  event: string | null;
  receivedAt: string | null;
};

/** A change with its words. */
export type ReportedChange = ContainerChange & { words: ChangeWords[] };

export type PartyChoice = { id: string; name: string };

export type ContainerViewData = {
  container: Container;
  events: ContainerEvent[];
  changes: ContainerChange[];
  changeCount: number;
  /** When the container's party roles were last read in full (ISO 8601, UTC); null when never. */
  rolesAsOf: string | null;
  /** What people wrote about it here. */
  work: { followUps: FollowUpRecord[]; plan: PlannedMove; gateHours: GateHours };
  /** When the mirror was read (ISO 8601, UTC). */
  readAt: string;
};
