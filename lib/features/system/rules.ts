import type { PoolUse } from "@/lib/platform/database/client";
import type { ReplicaState } from "@/lib/platform/database/read-replica";
import type { LoopDelay } from "@/lib/platform/metrics/event-loop";
import type { DurationRow } from "@/lib/platform/metrics/recent-durations";
import type { SystemState } from "@/lib/realtime/system-state";

/** The requests of the last hour, or since the start when that is shorter. */
export type RequestTotals = { count: number; failed: number; averageMs: number };

/** The dashboard process that responded. Others have figures of their own. */
export type ProcessData = {
  startedAt: string;
  requests: RequestTotals;
  slowestRoutes: readonly DurationRow[];
  slowestQueries: readonly DurationRow[];
  openStreams: number;
  memoryMb: number;
  heap: { usedMb: number; limitMb: number };
  /** Null when it is not measured. */
  loopDelay: LoopDelay | null;
  pools: readonly PoolUse[];
  /** The read replica. Null without one. */
  replica: ReplicaState;
};

/** The data of Settings → System. Instants are ISO text in UTC. */
export type SystemData = {
  readAt: string;
  /** Null when the database does not respond. */
  state: SystemState | null;
  /** The service's requests per minute by bucket. Null: it sets no limit. */
  limits: Readonly<Record<string, number | null>>;
  process: ProcessData;
};

const SHOWN = 10;

/** The slowest of some rows, which are in order. */
export const slowest = (rows: readonly DurationRow[]): DurationRow[] => rows.slice(0, SHOWN);

export function totalsOf(rows: readonly DurationRow[]): RequestTotals {
  const sum = (read: (row: DurationRow) => number) => rows.reduce((total, row) => total + read(row), 0);
  const count = sum((row) => row.count);
  const totalMs = sum((row) => row.averageMs * row.count);
  return { count, failed: sum((row) => row.failed), averageMs: count === 0 ? 0 : totalMs / count };
}
