import { type Figure, figure, percentileFigures } from "@/bench/harness/figures";
import { sized } from "@/bench/harness/smoke";
import { type CONNECTIONS, loadOf, perSecond, type Server, timeInTurn } from "@/bench/harness/time-requests";
import type { Workload } from "./workloads";

const ROUNDS = sized(4, 1);
const WARM_UP_REQUESTS = sized(100, 2);
const ROUND_MS = 2_000;
const MIN_REQUESTS = 50;
/** Minimum share of the baseline's requests per second. */
const MIN_SHARE = 0.5;

/** Sends requests to the service and the baseline in turn. Measures response times and requests per second. */
export async function measureWorkload(
  { name, paths, p95GoalMs }: Workload,
  connections: (typeof CONNECTIONS)[number],
  service: Server,
  floor: Server,
): Promise<Figure[]> {
  const { run, floorRun } = await timeInTurn(service, floor, {
    paths,
    connections,
    warmUp: WARM_UP_REQUESTS,
    rounds: ROUNDS,
    requests: (warm) => sized(Math.max(MIN_REQUESTS, Math.round((warm * ROUND_MS) / 1_000)), 2),
  });
  const { title, goal } = loadOf(name, connections, p95GoalMs === undefined ? {} : { 1: p95GoalMs });
  return [
    ...percentileFigures(title, run.samples, { goal, floor: floorRun.samples }),
    figure({
      name: title,
      unit: "requests/s",
      value: perSecond(run),
      floor: perSecond(floorRun),
      minRatio: MIN_SHARE,
    }),
  ];
}
