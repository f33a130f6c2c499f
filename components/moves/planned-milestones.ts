import type { Milestone } from "@/lib/domain/milestones/milestones";
import type { PlannedMove } from "@/lib/features/moves/rules/planned-move";

/** The timeline, with the plan's times for steps without another expected time. */
export function withPlan(journey: readonly Milestone[], plan: PlannedMove): Milestone[] {
  const ours: Readonly<Record<string, PlannedMove["pickup"]>> = {
    "container.transport.full_out": plan.pickup,
    "container.transport.delivered": plan.delivery,
    "container.transport.empty_in": plan.emptyReturn,
  };
  return journey.map((milestone) => ({
    ...milestone,
    planned: milestone.planned ?? ours[milestone.event] ?? null,
  }));
}
