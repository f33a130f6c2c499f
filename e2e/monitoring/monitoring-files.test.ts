import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { collectNodeMetrics, metricsText } from "@/lib/platform/metrics/process-metrics";
import { measuresOf } from "@/lib/realtime/serve-metrics";
import { listAlerts } from "./prometheus";
import { readMetrics } from "./read-metrics";
import { SERIES_BY_JOB } from "./series";

const STATE = {
  inbox: { waiting: 0, oldestSeconds: 0, deadLettered: 0 },
  queues: { fetch_queue: 0, job_rows: 0, row_rebuild_queue: 0, report_rebuild_queue: 0 },
  workers: 1,
  lastSyncAt: "2026-11-27T10:00:00Z",
  lastChangeAt: "2026-11-27T10:00:00Z",
  upstreamDownSince: null,
  requestsUsed: {},
  failuresLastHour: 0,
};
/** Values that a process reads of itself. */
const OF_PROCESS = [
  "drayboard_database_up",
  "drayboard_pool_connections_in_use",
  "drayboard_pool_connections_max",
  "drayboard_pool_waiting",
  "drayboard_sse_clients",
];

/** The names of all metrics, also of those without a series yet. */
const names = new Set(OF_PROCESS);
beforeAll(async () => {
  collectNodeMetrics();
  const text = await metricsText(measuresOf(STATE, { default: 100 }));
  readMetrics(text);
  for (const [, name = "", type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    names.add(name);
    if (type === "histogram") for (const part of ["_bucket", "_count", "_sum"]) names.add(name + part);
  }
});

const NAME = /\b(?:drayboard|nodejs|process)_[a-z0-9_]+\b/g;

it.each(["alerts.yml", "alerts.test.yml", "grafana-dashboard.json"])(
  "%s uses only metrics that exist",
  async (file) => {
    const text = await readFile(join("deploy", "monitoring", file), "utf8");
    const used = [...new Set([...text.matchAll(NAME)].map(([name]) => name))];
    expect(used.length).toBeGreaterThan(3);
    expect(used.filter((name) => !names.has(name))).toEqual([]);
  },
);

it("requires at least 20 series of each process, which exist", () => {
  for (const required of Object.values(SERIES_BY_JOB)) {
    expect(required.length).toBeGreaterThanOrEqual(20);
    expect(required.filter((name) => !names.has(name))).toEqual([]);
  }
});

const RULE_TESTS = z.object({
  tests: z.array(
    z.object({
      alert_rule_test: z.array(z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()) })),
    }),
  ),
});

it("tests for each alert when it fires and when it does not", async () => {
  const text = await readFile(join("deploy", "monitoring", "alerts.test.yml"), "utf8");
  const tests = RULE_TESTS.parse(parse(text)).tests.flatMap((test) => test.alert_rule_test);
  const namesWith = (fires: boolean) =>
    [
      ...new Set(tests.filter((test) => test.exp_alerts.length > 0 === fires).map((test) => test.alertname)),
    ].sort();
  const alerts = (await listAlerts()).sort();
  expect(alerts.length).toBeGreaterThan(10);
  expect(namesWith(true)).toEqual(alerts);
  expect(namesWith(false)).toEqual(alerts);
});

it("reads labels with quotes, and refuses a line that is no series", () => {
  expect(readMetrics('a_total{route="/x \\"y\\"",code="200"} 3\nb +Inf\n')).toEqual([
    { name: "a_total", labels: { route: '/x "y"', code: "200" }, value: 3 },
    { name: "b", labels: {}, value: Number.POSITIVE_INFINITY },
  ]);
  for (const line of ["a_total three", "a total 3", 'a{b="c} 3', "<html>"])
    expect(() => readMetrics(line), line).toThrow();
});
