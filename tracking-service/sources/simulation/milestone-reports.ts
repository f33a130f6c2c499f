import { iso, millis } from "@/tracking-service/clock/instant";
import type { Milestone } from "@/tracking-service/facts/attributes";
import type { WithdrawnMilestone } from "@/tracking-service/facts/record-events";
import { freed, listMilestones } from "@/tracking-service/sources/simulation/plan/milestones";
import type { JourneyPlan, Misreport } from "@/tracking-service/sources/simulation/plan/plan";

/** A line's report about a milestone with its time: the milestone happened, or is withdrawn. */
export type Telling = { at: number } & ({ milestone: Milestone } | { withdrawn: WithdrawnMilestone });

function reportedWrongly(milestone: Milestone, { at, setRightAt }: Misreport): Telling[] {
  const wrong: Telling = { at, milestone: { ...milestone, at: iso(at) } };
  const truth = millis(milestone.at);
  if (truth <= setRightAt) return [wrong, { at: setRightAt, milestone }];
  const { event, locode } = milestone;
  return [wrong, { at: setRightAt, withdrawn: { event, locode } }, { at: truth, milestone }];
}

/** All milestone reports of a planned journey, in reporting order. */
export function listTellings(plan: JourneyPlan): Telling[] {
  const wrong = [plan.voyage.misreport, plan.container.misreport];
  const updates = listMilestones(plan).flatMap((milestone): Telling[] => {
    const misreport = wrong.find((candidate) => candidate?.event === milestone.event);
    return misreport ? reportedWrongly(milestone, misreport) : [{ at: millis(milestone.at), milestone }];
  });
  return updates.sort((a, b) => a.at - b.at);
}

/** The milestones in effect at an instant, in order of time. */
function statusAt(plan: JourneyPlan, now: number): Milestone[] {
  const state = new Map<string, Milestone>();
  for (const telling of listTellings(plan)) {
    if (telling.at > now) break;
    if ("milestone" in telling) state.set(passing(telling.milestone), telling.milestone);
    else state.delete(passing(telling.withdrawn));
  }
  return [...state.values()].sort((a, b) => a.at.localeCompare(b.at));
}

const passing = ({ event, locode }: WithdrawnMilestone) => `${event}@${locode ?? ""}`;

/** The reported milestones at an instant, including an availability in effect. */
export function historyAt(plan: JourneyPlan, now: number, status: string | null): Milestone[] {
  const past = statusAt(plan, now);
  if (status !== "available") return past;
  return [...past, ...freed(plan, now)].sort((a, b) => a.at.localeCompare(b.at));
}
