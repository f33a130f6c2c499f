import { performance } from "node:perf_hooks";
import { type Figure, figure, percentileFigures } from "@/bench/harness/figures";
import { sized } from "@/bench/harness/smoke";
import { timeRequests } from "@/bench/harness/time-requests";
import type { Workload } from "./workloads";

const ROUNDS = sized(4, 1);
const WARM_UP_REQUESTS = sized(100, 2);
const ROUND_MS = 2_000;
const MIN_REQUESTS = 50;
/** Minimum share of the baseline's requests per second. */
const MIN_SHARE = 0.5;

type Server = { baseUrl: string; headers: Record<string, string> };
type Run = { samples: number[]; ms: number };

async function ask(server: Server, paths: string[], connections: number, requests: number): Promise<Run> {
  const begun = performance.now();
  const samples = await timeRequests({ ...server, paths, connections, requests });
  return { samples, ms: performance.now() - begun };
}

const perSecond = ({ samples, ms }: Run) => (samples.length * 1_000) / ms;

const joined = (runs: Run[]): Run => ({
  samples: runs.flatMap(({ samples }) => samples),
  ms: runs.reduce((sum, { ms }) => sum + ms, 0),
});

/** Sends requests to the service and the baseline in turn. Measures response times and requests per second. */
export async function measureWorkload(
  { name, paths, p95GoalMs }: Workload,
  connections: 1 | 8,
  service: Server,
  floor: Server,
): Promise<Figure[]> {
  const warm = await ask(service, paths, connections, WARM_UP_REQUESTS);
  await ask(floor, paths, connections, WARM_UP_REQUESTS);
  const requests = sized(Math.max(MIN_REQUESTS, Math.round((perSecond(warm) * ROUND_MS) / 1_000)), 2);
  const [runs, floorRuns]: [Run[], Run[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    runs.push(await ask(service, paths, connections, requests));
    floorRuns.push(await ask(floor, paths, connections, requests));
  }
  const [run, floorRun] = [joined(runs), joined(floorRuns)];
  const title = `${name}, ${connections} ${connections === 1 ? "connection" : "connections"}`;
  // Eight clients that send requests without a pause queue for the CPU cores. This measures throughput, not latency, so
  // it has no goal.
  const goal = connections === 1 ? p95GoalMs : undefined;
  return [
    ...percentileFigures(title, run.samples, { goal, floor: floorRun.samples }),
    figure({
      name: title,
      unit: "requests/s",
      value: perSecond(run),
      floor: perSecond(floorRun),
      leastRatio: MIN_SHARE,
    }),
  ];
}
