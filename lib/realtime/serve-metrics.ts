import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { config, type MetricsSettings } from "@/lib/platform/config/config";
import { readPoolUse } from "@/lib/platform/database/client";
import { readReplicaPoolUse, readReplicaState } from "@/lib/platform/database/read-replica";
import { watchEventLoop } from "@/lib/platform/metrics/event-loop";
import {
  isForMetrics,
  type MetricsSource,
  openMetricsServer,
  respondWithMetrics,
} from "@/lib/platform/metrics/metrics-server";
import { collectNodeMetrics, type Measured, metricsText } from "@/lib/platform/metrics/process-metrics";
import { sharedReading } from "@/lib/platform/single-flight";
import { liveFeed } from "./feed";
import { readSystemState, type SystemState } from "./system-state";

// However often the metrics are requested, the database is read at most once per second.
const state = sharedReading(1_000, readSystemState);

const single = (name: string, help: string, value: number): Measured => ({ name, help, values: [{ value }] });

const seconds = (instant: string) => Date.parse(instant) / 1_000;

/** The state of the whole installation as values. Every process serves the same ones. */
export function measuresOf(
  { inbox, queues, workers, lastSyncAt, lastChangeAt, upstreamDownSince, requestsUsed }: SystemState,
  limits: Readonly<Record<string, number | null>>,
): Measured[] {
  const byBucket = (read: (bucket: string) => number | null) =>
    Object.keys(limits).flatMap((bucket) => {
      const value = read(bucket);
      return value === null ? [] : { labels: { bucket }, value };
    });
  const times = [
    ["drayboard_last_sync_timestamp_seconds", "When a sync run last completed.", lastSyncAt],
    ["drayboard_last_change_timestamp_seconds", "When a change of a record was last stored.", lastChangeAt],
  ] as const;
  return [
    single("drayboard_inbox_waiting", "Notifications that wait in the inbox.", inbox.waiting),
    single("drayboard_inbox_lag_seconds", "Age of the oldest waiting notification.", inbox.oldestSeconds),
    single("drayboard_inbox_dead_letters", "Notifications that wait for a person.", inbox.deadLettered),
    {
      name: "drayboard_queue_entries",
      help: "Entries that wait in a queue.",
      values: Object.entries(queues).map(([queue, value]) => ({ labels: { queue }, value })),
    },
    single("drayboard_workers", "Workers with a heartbeat in the last minute.", workers),
    single(
      "drayboard_upstream_down",
      "1 while the tracking service does not respond.",
      Number(upstreamDownSince !== null),
    ),
    {
      name: "drayboard_upstream_budget_used",
      help: "Requests of all processes to the tracking service in the last minute.",
      values: byBucket((bucket) => requestsUsed[bucket] ?? 0),
    },
    {
      name: "drayboard_upstream_budget_limit",
      help: "Requests a minute that the tracking service allows. No series without a limit.",
      values: byBucket((bucket) => limits[bucket] ?? null),
    },
    ...times.flatMap(([name, help, at]) => (at === null ? [] : single(name, help, seconds(at)))),
  ];
}

/** Where reads of this process went. Nothing without a replica. */
function replicaMeasures(): Measured[] {
  const replica = readReplicaState();
  if (replica === null) return [];
  return [
    single(
      "drayboard_replica_in_use",
      "1 while reports, exports and searches read from the replica.",
      Number(replica.problem === null),
    ),
    {
      name: "drayboard_replica_reads",
      help: "Reads that could use the replica, by the server that answered, since the start.",
      values: [
        { labels: { server: "replica" }, value: replica.reads },
        { labels: { server: "primary" }, value: replica.readsByPrimary },
      ],
    },
  ];
}

/** The database connections of this process. */
function poolMeasures(): Measured[] {
  const pools = [...readPoolUse(), ...readReplicaPoolUse()];
  const by = (name: string, help: string, read: (pool: (typeof pools)[number]) => number): Measured => ({
    name,
    help,
    values: pools.map((pool) => ({ labels: { pool: pool.name }, value: read(pool) })),
  });
  return [
    by("drayboard_pool_connections_in_use", "Database connections in use.", ({ inUse }) => inUse),
    by("drayboard_pool_connections_max", "Database connections at most.", ({ size }) => size),
    by("drayboard_pool_waiting", "Queries that wait for a connection.", ({ waiting }) => waiting),
  ];
}

function sourceOf(token: string | null, ownMeasures: () => Measured[]): MetricsSource {
  return {
    token,
    async read() {
      const read = await state.current();
      return metricsText([
        single("drayboard_database_up", "1 while the database responds.", Number(read !== null)),
        ...(read === null ? [] : measuresOf(read, config().requestLimits)),
        ...poolMeasures(),
        ...replicaMeasures(),
        ...ownMeasures(),
      ]);
    },
  };
}

function serve({ host }: MetricsSettings, port: number | null, source: MetricsSource): Server | null {
  collectNodeMetrics();
  watchEventLoop();
  return port === null ? null : openMetricsServer({ host, port }, source);
}

type MetricsStep = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Serves the metrics on the dashboard's port if there is a token and no METRICS_PORT. Otherwise leaves every request to Next. */
export const metricsStep =
  ({ dashboardPort }: MetricsSettings, source: MetricsSource): MetricsStep =>
  (request, response) => {
    if (dashboardPort !== null || source.token === null || !isForMetrics(request)) return false;
    void respondWithMetrics(request, response, source);
    return true;
  };

/** Serves the metrics of this dashboard on METRICS_PORT, or by `step` on the dashboard's port. Called once in a process. */
export function serveDashboardMetrics(settings: MetricsSettings): {
  server: Server | null;
  step: MetricsStep;
} {
  const source = sourceOf(settings.token, () => [
    single("drayboard_sse_clients", "Open live streams of browsers.", liveFeed().subscriberCount),
  ]);
  return {
    server: serve(settings, settings.dashboardPort, source),
    step: metricsStep(settings, source),
  };
}

/** Serves the metrics of this worker on their own port. */
export function serveWorkerMetrics(settings: MetricsSettings): Server | null {
  return serve(
    settings,
    settings.workerPort,
    sourceOf(settings.token, () => []),
  );
}
