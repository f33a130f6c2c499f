import type { PlanLane } from "@/lib/features/moves/rules/day-plan";
import type { PlanSlot } from "@/lib/features/moves/rules/plan-edits";

/** The id of the list of moves to plan, where a card is dropped to remove it from the plan. */
export const LIST_SLOT = "list";

/** The id of a slot in the page. */
export const slotId = (lane: string, hour: number): string => `${hour} ${lane}`;

/** The slot with an id. Undefined for an unknown lane. */
export function slotOf(id: string, lanes: readonly PlanLane[]): PlanSlot | undefined {
  if (id === LIST_SLOT) return null;
  const at = id.indexOf(" ");
  const lane = lanes.find(({ key }) => key === id.slice(at + 1));
  return lane && { lane, hour: Number(id.slice(0, at)) };
}
