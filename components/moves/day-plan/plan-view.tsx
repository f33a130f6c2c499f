import { LiveRefresh } from "@/components/realtime/refresh";
import { PageTop } from "@/components/shell/page-header";
import { RenderedAt } from "@/components/shell/rendered-at";
import { ClockStart } from "@/components/time/clock";
import type { DayPlan } from "@/lib/features/moves/rules/day-plan";
import type { PlanQuery } from "@/lib/features/moves/rules/plan-address";
import type { AddressProblem } from "@/lib/platform/text/query-params";
import { DayPlanner } from "./day-planner";

/** On a busy account containers change all the time. The plan is read again at most this often. */
const REST_MS = 2_000;

/** The day plan. `now` is epoch ms. */
export function PlanView({
  plan,
  query,
  problems,
  readAt,
  now,
}: {
  plan: DayPlan;
  query: PlanQuery;
  problems: readonly AddressProblem[];
  readAt: string;
  now: number;
}) {
  return (
    <ClockStart at={now}>
      <LiveRefresh watch={{ containers: "any", parties: true }} readAt={readAt} restMs={REST_MS} />
      <PageTop title="Day plan" track={false} />
      <DayPlanner plan={plan} query={query} problems={problems} readAt={readAt} />
      <RenderedAt at={readAt} />
    </ClockStart>
  );
}
