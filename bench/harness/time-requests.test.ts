import { createServer, type Server } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { timeRequests } from "./time-requests";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(status: (path: string) => number): Promise<{ baseUrl: string; max: () => number }> {
  const [open, seen] = [new Set<string>(), { max: 0 }];
  const created = createServer((request, response) => {
    const key = `${request.socket.remotePort}`;
    open.add(key);
    seen.max = Math.max(seen.max, open.size);
    setTimeout(() => response.writeHead(status(request.url ?? "")).end(), 5);
  });
  server = created;
  await new Promise<void>((resolve) => created.listen(0, "127.0.0.1", resolve));
  const address = created.address();
  const port = typeof address === "object" ? address?.port : address;
  return { baseUrl: `http://127.0.0.1:${port}`, max: () => seen.max };
}

describe("timeRequests", () => {
  it("sends the requested number of requests, over at most the requested number of connections", async () => {
    const { baseUrl, max } = await serve(() => 200);
    const samples = await timeRequests({
      baseUrl,
      paths: ["/a", "/b"],
      headers: {},
      connections: 3,
      requests: 20,
    });
    expect(samples).toHaveLength(20);
    expect(Math.min(...samples)).toBeGreaterThan(3);
    expect(max()).toBe(3);
  });

  it.each([401, 404, 500, 302])("does not accept a %i response as a sample", async (status) => {
    const { baseUrl } = await serve((path) => (path === "/b" ? status : 200));
    const requested = timeRequests({
      baseUrl,
      paths: ["/a", "/b"],
      headers: {},
      connections: 1,
      requests: 4,
    });
    await expect(requested).rejects.toThrow(`/b answered ${status}`);
  });

  it("fails if no server listens", async () => {
    const requested = timeRequests({
      baseUrl: "http://127.0.0.1:9",
      paths: ["/"],
      headers: {},
      connections: 2,
      requests: 2,
    });
    await expect(requested).rejects.toThrow("ECONNREFUSED");
  });
});
