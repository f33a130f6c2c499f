import { getHeapStatistics } from "node:v8";
import type { SystemData } from "@/lib/features/system/rules";
import { slowest, totalsOf } from "@/lib/features/system/rules";
import { config } from "@/lib/platform/config/config";
import { readPoolUse } from "@/lib/platform/database/client";
import { readReplicaPoolUse, readReplicaState } from "@/lib/platform/database/read-replica";
import { readLoopDelay } from "@/lib/platform/metrics/event-loop";
import { recentDurations } from "@/lib/platform/metrics/recent-durations";
import { liveFeed } from "@/lib/realtime/feed";
import { readSystemState } from "@/lib/realtime/system-state";

const MB = 1024 * 1024;

/** Reads the state of the installation and of this process. The caller checks the session. */
export async function readSystem(): Promise<SystemData> {
  const state = await readSystemState();
  const now = new Date();
  const { routes, queries } = recentDurations();
  const byRoute = routes.rows(now.getTime());
  const { rss, heapUsed } = process.memoryUsage();
  return {
    readAt: now.toISOString(),
    state,
    limits: config().requestLimits,
    process: {
      startedAt: new Date(now.getTime() - process.uptime() * 1_000).toISOString(),
      requests: totalsOf(byRoute),
      slowestRoutes: slowest(byRoute),
      slowestQueries: slowest(queries.rows(now.getTime())),
      openStreams: liveFeed().subscriberCount,
      memoryMb: rss / MB,
      heap: { usedMb: heapUsed / MB, limitMb: getHeapStatistics().heap_size_limit / MB },
      loopDelay: readLoopDelay(),
      pools: [...readPoolUse(), ...readReplicaPoolUse()],
      replica: readReplicaState(),
    },
  };
}
