import { describe, expect, it } from "vitest";
import { formatDuration, processFacts, stateFacts } from "./messages";
import { type ProcessData, type SystemData, totalsOf } from "./rules";

const STATE: NonNullable<SystemData["state"]> = {
  inbox: { waiting: 0, oldestSeconds: 0, deadLettered: 0 },
  queues: { fetch_queue: 0, job_rows: 0, row_rebuild_queue: 0, report_rebuild_queue: 0 },
  workers: 1,
  lastSyncAt: null,
  lastChangeAt: null,
  upstreamDownSince: null,
  requestsUsed: { default: 12 },
  failuresLastHour: 0,
};
const PROCESS: ProcessData = {
  startedAt: "2026-11-27T10:00:00Z",
  requests: { count: 0, failed: 0, averageMs: 0 },
  slowestRoutes: [],
  slowestQueries: [],
  openStreams: 1,
  memoryMb: 300,
  heap: { usedMb: 100, limitMb: 256 },
  loopDelay: { p99Ms: 12, maxMs: 80 },
  pools: [{ name: "main", size: 10, inUse: 2, waiting: 0 }],
  replica: null,
};
const LIMITS = { default: 100, refresh: 10 };

const problemsOf = (facts: ReturnType<typeof stateFacts>) =>
  facts.filter(({ advice }) => advice !== null).map(({ label, text }) => [label, text]);
const ofState = (change: Partial<typeof STATE>) =>
  stateFacts({ state: { ...STATE, ...change }, limits: LIMITS });
const textOf = (facts: ReturnType<typeof stateFacts>, label: string) =>
  facts.find((fact) => fact.label === label)?.text;

describe("the facts of an installation", () => {
  it("have no advice when all is well", () => {
    expect(problemsOf(ofState({}))).toEqual([]);
    expect(textOf(ofState({}), "Request budget")).toBe("12 of 100 requests in the last minute");
  });

  it.each<[Partial<typeof STATE>, string, string]>([
    [{ workers: 0 }, "Workers", "None running"],
    [
      { inbox: { waiting: 1_200, oldestSeconds: 61, deadLettered: 0 } },
      "Webhook inbox",
      "1,200 notifications waiting, the oldest for 1 min",
    ],
    [{ inbox: { ...STATE.inbox, deadLettered: 1 } }, "Dead letters", "1 notification"],
    [
      { upstreamDownSince: "2026-11-27T10:00:00Z", failuresLastHour: 3 },
      "Tracking service",
      "Not responding, 3 failed requests in the last hour",
    ],
    [{ requestsUsed: { default: 20, refresh: 9 } }, "Request budget", "9 of 10 requests in the last minute"],
  ])("with %j have one with advice: %s", (change, label, text) => {
    expect(problemsOf(ofState(change))).toEqual([[label, text]]);
  });

  it("name a database that does not respond, and nothing that is unknown then", () => {
    expect(stateFacts({ state: null, limits: LIMITS })).toEqual([
      { label: "Database", text: "Not responding", advice: expect.stringContaining("npm run doctor") },
    ]);
  });

  it("count requests of a service without limits", () => {
    const facts = stateFacts({ state: STATE, limits: { default: null } });
    expect(textOf(facts, "Request budget")).toBe("12 requests in the last minute, not limited");
  });
});

describe("the facts of a process", () => {
  it("have no advice when all is well", () => {
    expect(problemsOf(processFacts(PROCESS))).toEqual([]);
  });

  it("say where reports are read when there is a replica", () => {
    const replica = { problem: null, reads: 1_200, readsByPrimary: 1 };
    expect(textOf(processFacts({ ...PROCESS, replica }), "Read replica")).toBe(
      "In use; 1,200 reads, 1 read from the database instead",
    );
    const behind = processFacts({ ...PROCESS, replica: { ...replica, problem: "too far behind" } });
    expect(problemsOf(behind)).toEqual([
      ["Read replica", "Too far behind; 1,200 reads, 1 read from the database instead"],
    ]);
  });

  it("name what is short", () => {
    const facts = processFacts({
      ...PROCESS,
      requests: { count: 2_000, failed: 1, averageMs: 41.4 },
      heap: { usedMb: 250, limitMb: 256 },
      loopDelay: { p99Ms: 400, maxMs: 2_000 },
      pools: [{ name: "main", size: 10, inUse: 10, waiting: 4 }],
    });
    expect(problemsOf(facts)).toEqual([
      ["Requests", "2,000 requests in the last hour, 1 failed, 41 ms on average"],
      ["Memory", "300 MB, of it 250 of 256 MB heap"],
      ["Event loop delay", "400 ms or less for 99%, 2.0 s at most"],
      ["Database connections", "10 of 10 in use, 4 queries waiting"],
    ]);
  });
});

it.each([
  [0.4, "0 ms"],
  [999.4, "999 ms"],
  [999.5, "1.0 s"],
  [59_900, "59.9 s"],
  [61_000, "1 min"],
  [7_199_999, "119 min"],
  [7_200_000, "2 h"],
])("writes %d ms as %s", (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

it("sums requests over all routes", () => {
  const row = (count: number, averageMs: number) => ({
    name: "r",
    count,
    failed: 1,
    averageMs,
    maxMs: averageMs,
  });
  expect(totalsOf([row(3, 10), row(1, 50)])).toEqual({ count: 4, failed: 2, averageMs: 20 });
  expect(totalsOf([])).toEqual({ count: 0, failed: 0, averageMs: 0 });
});
