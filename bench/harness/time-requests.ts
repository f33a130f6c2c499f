import { Agent, get } from "node:http";
import { performance } from "node:perf_hooks";

interface Load {
  baseUrl: string;
  /** Requested in turn. */
  paths: readonly string[];
  headers: Record<string, string>;
  connections: number;
  requests: number;
}

/**
 * Requests paths over keep-alive connections, one request after another on each connection. Returns the time to the
 * last byte of each response in ms. Throws on a status other than 200, because error responses are fast.
 */
export async function timeRequests(load: Load): Promise<number[]> {
  const { baseUrl, paths, headers, connections, requests } = load;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const samples: number[] = [];
  let next = 0;
  async function connection(): Promise<void> {
    while (next < requests) {
      const path = paths[next % paths.length];
      next += 1;
      if (path !== undefined) samples.push(await timeRequest(new URL(path, baseUrl), headers, agent));
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, connection));
  } finally {
    agent.destroy();
  }
  return samples;
}

/** Requests a URL. Returns the time to the last byte in ms. Throws on a status other than 200. */
export function timeRequest(url: URL, headers: Record<string, string>, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const request = get(url, { agent, headers }, (response) => {
      response.on("error", reject);
      response.on("end", () => {
        if (response.statusCode === 200) resolve(performance.now() - started);
        else reject(new Error(`${url.pathname}${url.search} answered ${response.statusCode}`));
      });
      response.resume();
    });
    request.on("error", reject);
  });
}

/** A program that is measured, or its floor. */
export type Server = { baseUrl: string; headers: Record<string, string> };
/** The response times of all rounds and the time that the rounds took, in ms. */
export type Run = { samples: number[]; ms: number };

export const perSecond = ({ samples, ms }: Run) => (samples.length * 1_000) / ms;

async function send(
  server: Server,
  paths: readonly string[],
  connections: number,
  requests: number,
): Promise<Run> {
  const begun = performance.now();
  const samples = await timeRequests({ ...server, paths, connections, requests });
  return { samples, ms: performance.now() - begun };
}

const joined = (runs: Run[]): Run => ({
  samples: runs.flatMap(({ samples }) => samples),
  ms: runs.reduce((sum, { ms }) => sum + ms, 0),
});

/**
 * Sends requests to a program and its floor in turn, for several rounds after a warm-up of both. `requests` returns the
 * number per round from the warm-up's requests per second.
 */
export async function timeInTurn(
  program: Server,
  floor: Server,
  requested: {
    paths: readonly string[];
    connections: number;
    warmUp: number;
    rounds: number;
    requests: (warmPerSecond: number) => number;
  },
): Promise<{ run: Run; floorRun: Run }> {
  const { paths, connections } = requested;
  const warm = await send(program, paths, connections, requested.warmUp);
  await send(floor, paths, connections, requested.warmUp);
  const requests = requested.requests(perSecond(warm));
  const [runs, floorRuns]: [Run[], Run[]] = [[], []];
  for (let round = 0; round < requested.rounds; round += 1) {
    runs.push(await send(program, paths, connections, requests));
    floorRuns.push(await send(floor, paths, connections, requests));
  }
  return { run: joined(runs), floorRun: joined(floorRuns) };
}

/** The connection counts of a load test. */
export const CONNECTIONS = [1, 8] as const;

/** The name and goal of a load's figures. Eight clients that send requests without a pause queue for the CPU cores. */
export const loadOf = (
  name: string,
  connections: (typeof CONNECTIONS)[number],
  goalsMs: Partial<Record<(typeof CONNECTIONS)[number], number>> = {},
) => ({
  title: `${name}, ${connections} ${connections === 1 ? "connection" : "connections"}`,
  goal: goalsMs[connections],
});
