import type { SystemData } from "@/lib/features/system/rules";
import { hoursFromNow } from "./data";

/** A small installation where all is well. */
export const SYSTEM: SystemData = {
  readAt: hoursFromNow(0),
  state: {
    inbox: { waiting: 0, oldestSeconds: 0, deadLettered: 0 },
    queues: { fetch_queue: 0, job_rows: 12, row_rebuild_queue: 0, report_rebuild_queue: 3 },
    workers: 1,
    lastSyncAt: hoursFromNow(-0.2),
    lastChangeAt: hoursFromNow(-0.05),
    upstreamDownSince: null,
    requestsUsed: { default: 14 },
    failuresLastHour: 0,
  },
  limits: { default: 100, create: 100, infer: 200, refresh: 10 },
  process: {
    startedAt: hoursFromNow(-30),
    requests: { count: 4_210, failed: 0, averageMs: 38 },
    slowestRoutes: [
      { name: "GET /reports/[report]", count: 12, failed: 0, averageMs: 640, maxMs: 1_450 },
      { name: "POST /containers/[id]", count: 41, failed: 0, averageMs: 310, maxMs: 2_200 },
      { name: "GET /board", count: 1_204, failed: 0, averageMs: 96, maxMs: 410 },
    ],
    slowestQueries: [
      {
        name: "select r.row from board_rows r where r.customer = $n and r.line in ($n, …) order by r.lfd limit $n",
        count: 31,
        failed: 0,
        averageMs: 84,
        maxMs: 230,
      },
    ],
    openStreams: 6,
    memoryMb: 312,
    heap: { usedMb: 104, limitMb: 288 },
    loopDelay: { p99Ms: 6, maxMs: 48 },
    pools: [
      { name: "main", size: 10, inUse: 1, waiting: 0 },
      { name: "prompt", size: 1, inUse: 0, waiting: 0 },
    ],
    replica: { problem: null, reads: 1_204, readsByPrimary: 3 },
  },
};

/** The same without a worker, under load. */
export const SYSTEM_WITH_PROBLEMS: SystemData = {
  ...SYSTEM,
  state: SYSTEM.state && {
    ...SYSTEM.state,
    workers: 0,
    inbox: { waiting: 1_840, oldestSeconds: 1_500, deadLettered: 2 },
    upstreamDownSince: hoursFromNow(-0.5),
    failuresLastHour: 50,
  },
  process: {
    ...SYSTEM.process,
    requests: { count: 4_210, failed: 17, averageMs: 1_240 },
    slowestQueries: [],
    loopDelay: { p99Ms: 420, maxMs: 1_900 },
    pools: [{ name: "main", size: 10, inUse: 10, waiting: 7 }],
    replica: { problem: "too far behind", reads: 310, readsByPrimary: 42 },
  },
};
