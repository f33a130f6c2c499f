import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Upper limits in seconds: from a cached page to the slowest export. */
const HTTP_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Upper limits in seconds, to the timeout of a request to the tracking service. */
const UPSTREAM_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/** Labels have few possible values. They never contain personal data, a number of a container or a token. */
function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const metrics = {
    registry,
    httpRequests: new Counter({
      name: "drayboard_http_requests_total",
      help: "Requests to the dashboard by route pattern and status code; code none: ended without a response.",
      labelNames: ["method", "route", "code"] as const,
      registers,
    }),
    httpSeconds: new Histogram({
      name: "drayboard_http_request_duration_seconds",
      help: "Time from a request to the end of its response, without live streams.",
      labelNames: ["route"] as const,
      buckets: HTTP_BUCKETS,
      registers,
    }),
    httpInProgress: new Gauge({
      name: "drayboard_http_requests_in_progress",
      help: "Requests whose response has not ended, including live streams.",
      registers,
    }),
    notifications: new Counter({
      name: "drayboard_notifications_total",
      help: "Notifications that this process took from the inbox, by result.",
      labelNames: ["result"] as const,
      registers,
    }),
    upstreamRequests: new Counter({
      name: "drayboard_upstream_requests_total",
      help: "Requests to the tracking service by limit bucket and outcome (status class, 429 or none).",
      labelNames: ["bucket", "outcome"] as const,
      registers,
    }),
    upstreamSeconds: new Histogram({
      name: "drayboard_upstream_request_duration_seconds",
      help: "Time from a request to the tracking service to its response.",
      labelNames: ["bucket"] as const,
      buckets: UPSTREAM_BUCKETS,
      registers,
    }),
  };
  for (const result of ["applied", "failed"]) metrics.notifications.inc({ result }, 0);
  return metrics;
}

type ProcessMetrics = ReturnType<typeof createMetrics>;

// The parts of a Next build load this module more than once. They share one set of metrics.
const SHARED = Symbol.for("drayboard.metrics");
const held = globalThis as { [SHARED]?: ProcessMetrics };

/** The metrics that this process counts itself. */
export function processMetrics(): ProcessMetrics {
  held[SHARED] ??= createMetrics();
  return held[SHARED];
}

/** Starts the metrics of Node: memory, CPU time, event loop, garbage collection, open files. Call it once. */
export const collectNodeMetrics = (): void => collectDefaultMetrics({ register: processMetrics().registry });

/** A value that is read when the metrics are requested. Without `labels` it has a single series. */
export type Measured = {
  name: string;
  help: string;
  values: readonly { labels?: Readonly<Record<string, string>>; value: number }[];
};

/** All metrics of this process and the given values as Prometheus's text format. */
export async function metricsText(measured: readonly Measured[]): Promise<string> {
  const registry = new Registry();
  for (const { name, help, values } of measured) {
    const labelNames = Object.keys(values[0]?.labels ?? {});
    const gauge = new Gauge({ name, help, labelNames, registers: [registry] });
    for (const { labels = {}, value } of values) gauge.set(labels, value);
  }
  return `${await processMetrics().registry.metrics()}\n${await registry.metrics()}`;
}
