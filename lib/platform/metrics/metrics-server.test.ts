import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { openMetricsServer } from "./metrics-server";
import { metricsText } from "./process-metrics";

const TOKEN = "a-token-of-sixteen-characters";
const opened: Server[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await new Promise((resolve) => server.close(resolve));
});

const VALUES = [
  { name: "test_lag_seconds", help: "Lag.", values: [{ value: 1.5 }] },
  { name: "test_entries", help: "Entries.", values: [{ labels: { queue: "jobs" }, value: 3 }] },
];

async function open(token: string | null, read = () => metricsText(VALUES)): Promise<string> {
  const server = openMetricsServer({ host: "127.0.0.1", port: 0 }, { token, read });
  opened.push(server);
  await new Promise((resolve) => server.once("listening", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const statusOf = async (url: string, init: RequestInit = {}) => (await fetch(url, init)).status;

it("serves values and the process's own metrics in Prometheus's text format", async () => {
  const response = await fetch(`${await open(null)}/metrics`);
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const lines = (await response.text()).split("\n");
  expect(lines).toContain("test_lag_seconds 1.5");
  expect(lines).toContain('test_entries{queue="jobs"} 3');
  expect(lines).toContain('drayboard_notifications_total{result="applied"} 0');
});

it("responds 404 without the token, with another one, and to anything but GET /metrics", async () => {
  const url = await open(TOKEN);
  const withToken = { headers: { authorization: `Bearer ${TOKEN}` } };
  expect(await statusOf(`${url}/metrics`, withToken)).toBe(200);
  expect(await statusOf(`${url}/metrics`)).toBe(404);
  for (const authorization of [
    "",
    "Bearer",
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(1)}`,
    TOKEN,
    `Basic ${TOKEN}`,
  ])
    expect(await statusOf(`${url}/metrics`, { headers: { authorization } }), authorization).toBe(404);
  expect(await statusOf(`${url}/metrics?token=${TOKEN}`)).toBe(404);
  expect(await statusOf(`${url}/`, withToken)).toBe(404);
  expect(await statusOf(`${url}/metrics`, { ...withToken, method: "POST", body: "x" })).toBe(404);
});

it("responds 500 without the reason when the values cannot be read", async () => {
  const url = await open(null, () => Promise.reject(new Error("away at 10.0.0.5")));
  const response = await fetch(`${url}/metrics`);
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain("10.0.0.5");
});

it("opens a port that is in use once it is free", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  try {
    const server = openMetricsServer({ host: "127.0.0.1", port }, { token: null, read: async () => "" });
    opened.push(server);
    await new Promise((resolve) => server.once("error", resolve));
    expect(server.listening).toBe(false);
    await new Promise((resolve) => other.close(resolve));
    const listening = new Promise((resolve) => server.once("listening", resolve));
    vi.advanceTimersByTime(10_000);
    await listening;
  } finally {
    vi.useRealTimers();
  }
});

it("answers a liveness probe without a token and without reading the metrics", async () => {
  const read = vi.fn(() => Promise.reject(new Error("the database is down")));
  const url = await open(TOKEN, read);
  const response = await fetch(`${url}/live`);
  expect([response.status, await response.text()]).toEqual([200, "alive\n"]);
  expect(read).not.toHaveBeenCalled();
  expect(await statusOf(`${url}/live`, { method: "POST" })).toBe(404);
});
