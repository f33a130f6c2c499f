import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { measuresOf, metricsStep } from "./serve-metrics";
import { readSystemState } from "./system-state";

const dashboard = await openTestDashboard();
const { pool } = dashboard;
afterAll(() => dashboard.close());

const LIMITS = { default: 100, create: null, infer: 200, refresh: 10 };
const TABLES = "inbox, installation, fetch_queue, workers, sync_runs, request_log, request_failures";

async function read() {
  const state = await readSystemState(dashboard.db);
  if (state === null) throw new Error("the state could not be read");
  return state;
}

/** The single value of a metric without labels; undefined when there is no series. */
async function metricOf(name: string): Promise<number | undefined> {
  return measuresOf(await read(), LIMITS).find((one) => one.name === name)?.values[0]?.value;
}

beforeEach(async () => {
  await pool.query(`truncate ${TABLES} cascade`);
});

describe("the state of the installation", () => {
  it("of a new one has no times, and nothing waits", async () => {
    expect(await read()).toMatchObject({
      inbox: { waiting: 0, oldestSeconds: 0, deadLettered: 0 },
      queues: { fetch_queue: 0, job_rows: 0, row_rebuild_queue: 0, report_rebuild_queue: 0 },
      workers: 0,
      lastSyncAt: null,
      upstreamDownSince: null,
      requestsUsed: {},
    });
    expect(await metricOf("drayboard_last_sync_timestamp_seconds")).toBeUndefined();
    expect(await metricOf("drayboard_upstream_down")).toBe(0);
  });

  it("counts what waits, the lag and dead letters", async () => {
    await pool.query(`insert into inbox (notification_id, event, body, created_at, received_at, attempts, dead_lettered_at)
      values ('a', 'e', '', now(), now() - interval '90 s', 0, null), ('b', 'e', '', now(), now(), 2, null),
        ('c', 'e', '', now(), now() - interval '1 day', 8, now())`);
    await pool.query(
      "insert into fetch_queue (subject_type, subject_id) values ('container', 'x'), ('container', 'y')",
    );
    expect(await metricOf("drayboard_inbox_waiting")).toBe(2);
    expect(await metricOf("drayboard_inbox_lag_seconds")).toBeCloseTo(90, -1);
    expect(await metricOf("drayboard_inbox_dead_letters")).toBe(1);
    const queues = measuresOf(await read(), LIMITS).find(({ name }) => name === "drayboard_queue_entries");
    expect(queues?.values).toContainEqual({ labels: { queue: "fetch_queue" }, value: 2 });
  });

  it("counts running workers, and requests of the last minute by bucket", async () => {
    await pool.query(`insert into workers (id, row_versions, heartbeat_at)
      values (gen_random_uuid(), '{}', now()), (gen_random_uuid(), '{}', now() - interval '2 minutes')`);
    await pool.query(`insert into request_log (bucket, sent_at)
      values ('default', now()), ('default', now() - interval '2 minutes'), ('refresh', now())`);
    await pool.query(
      "insert into installation (name, value) values ('upstream_down', '{\"since\": \"2026-11-27T10:00:00Z\"}')",
    );
    const state = await read();
    expect(state).toMatchObject({ workers: 1, requestsUsed: { default: 1, refresh: 1 } });
    expect(await metricOf("drayboard_upstream_down")).toBe(1);
    const seriesOf = (name: string) => measuresOf(state, LIMITS).find((one) => one.name === name)?.values;
    expect(seriesOf("drayboard_upstream_budget_used")).toEqual([
      { labels: { bucket: "default" }, value: 1 },
      { labels: { bucket: "create" }, value: 0 },
      { labels: { bucket: "infer" }, value: 0 },
      { labels: { bucket: "refresh" }, value: 1 },
    ]);
    expect(seriesOf("drayboard_upstream_budget_limit")).not.toContainEqual(
      expect.objectContaining({ labels: { bucket: "create" } }),
    );
  });

  it("has the time of the last complete sync run", async () => {
    await pool.query(`insert into sync_runs (kind, started_at, ended_at, completed)
      values ('first_load', '2026-11-27T09:00:00Z', '2026-11-27T10:00:00Z', true)`);
    expect(await metricOf("drayboard_last_sync_timestamp_seconds")).toBe(
      Date.parse("2026-11-27T10:00:00Z") / 1_000,
    );
  });
});

describe("the dashboard’s own port", () => {
  const token = "a-token-of-sixteen-characters";

  /** The status of a request for metrics with the token; 299: the request was left to Next. */
  async function statusWith(dashboardPort: number | null, tokenSetting: string | null): Promise<number> {
    const settings = { host: "127.0.0.1", dashboardPort, workerPort: null, token: tokenSetting };
    const step = metricsStep(settings, { token: tokenSetting, read: async () => "a_total 1\n" });
    const server = createServer((request, response) => {
      if (!step(request, response)) response.writeHead(299).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).status;
    } finally {
      server.close();
      server.closeAllConnections();
    }
  }

  it("serves metrics only with a token and without METRICS_PORT", async () => {
    expect(await statusWith(null, token)).toBe(200);
    expect(await statusWith(null, null)).toBe(299);
    expect(await statusWith(9464, token)).toBe(299);
  });
});
