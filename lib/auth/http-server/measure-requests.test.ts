import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { processMetrics } from "@/lib/platform/metrics/process-metrics";
import { recentDurations } from "@/lib/platform/metrics/recent-durations";
import { measureRequests } from "./measure-requests";
import { leaveUntouched, runBeforeNext } from "./request-steps";
import { routePattern } from "./route-pattern";

describe("the pattern of a route", () => {
  it.each([
    ["/", "/"],
    ["/board?view=1", "/board"],
    ["/board/", "/board"],
    ["/containers/MSKU1234565", "/containers/[id]"],
    ["/share/a-secret-token", "/share/[token]"],
    ["/api/share/a-secret-token/reports/undo", "/api/share/[token]/reports/undo"],
    ["/api/auth/callback/credentials", "/api/auth/[...nextauth]"],
    ["/api/settings/connection", "/api/settings/[page]"],
    ["/api/v1/openapi.json", "/api/v1/openapi.json"],
    ["/_next/static/chunks/1.js", "/_next"],
    ["/containers/a/b", "other"],
    ["/wp-login.php", "other"],
    ["//evil.example/board", "other"],
    ["*", "other"],
  ])("of %s is %s", (url, pattern) => {
    expect(routePattern(url)).toBe(pattern);
  });
});

describe("measured requests", () => {
  const respond: RequestListener = ({ url = "" }, response) => {
    if (url === "/api/live") {
      response.setHeader("Content-Type", "text/event-stream");
      response.write("data: {}\n\n");
      return;
    }
    if (url === "/home") return;
    response.statusCode = url.startsWith("/find") ? 500 : 200;
    response.end("done");
  };
  const server = createServer(respond);
  const untouched = createServer(respond);
  const portOf = (one: typeof server) => (one.address() as AddressInfo).port;
  const urlOf = (one: typeof server) => `http://127.0.0.1:${portOf(one)}`;

  beforeAll(async () => {
    runBeforeNext(measureRequests());
    leaveUntouched(untouched);
    for (const one of [server, untouched])
      await new Promise<void>((resolve) => one.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => {
    for (const one of [server, untouched]) {
      one.close();
      one.closeAllConnections();
    }
  });

  async function countOf(route: string, code: string): Promise<number> {
    const { values } = await processMetrics().httpRequests.get();
    return values.find(({ labels }) => labels.route === route && String(labels.code) === code)?.value ?? 0;
  }
  const routes = () => recentDurations().routes.rows(Date.now());

  it("count each request by pattern and code, and failed ones", async () => {
    const before = await countOf("/find", "500");
    await (await fetch(`${urlOf(server)}/find?q=MSKU1234565`)).text();
    await vi.waitFor(async () => expect(await countOf("/find", "500")).toBe(before + 1));
    expect(routes().find(({ name }) => name === "GET /find")).toMatchObject({ failed: before + 1 });
  });

  it("count a request without a response, which the client canceled, not as failed", async () => {
    const before = await countOf("/home", "none");
    const socket = connect(portOf(server), "127.0.0.1");
    socket.write("GET /home HTTP/1.1\r\nHost: a\r\n\r\n");
    await vi.waitFor(async () =>
      expect((await processMetrics().httpInProgress.get()).values[0]?.value).toBe(1),
    );
    socket.destroy();
    await vi.waitFor(async () => expect(await countOf("/home", "none")).toBe(before + 1));
    expect(routes().find(({ name }) => name === "GET /home")).toMatchObject({ count: 1, failed: 0 });
    expect((await processMetrics().httpInProgress.get()).values[0]?.value).toBe(0);
  });

  it("count a live stream, without its duration", async () => {
    const leaving = new AbortController();
    await fetch(`${urlOf(server)}/api/live`, { signal: leaving.signal });
    leaving.abort();
    await vi.waitFor(async () => expect(await countOf("/api/live", "200")).toBe(1));
    expect(routes().some(({ name }) => name === "GET /api/live")).toBe(false);
  });

  it("leave a server untouched that is not the dashboard's", async () => {
    const before = await countOf("/board", "200");
    await (await fetch(`${urlOf(untouched)}/board`)).text();
    await (await fetch(`${urlOf(server)}/board`)).text();
    await vi.waitFor(async () => expect(await countOf("/board", "200")).toBe(before + 1));
  });
});
