import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, createConnection, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { runBeforeNext } from "./request-steps";
import { limitUnfinishedRequests } from "./unfinished-requests";

const LIMITS = {
  perAddress: 3,
  inAll: 6,
  bodyMs: 4_000,
  uploadMs: 6_000,
  uploadWindow: { ms: 1_000, bytes: 5 },
  restMs: 500,
};
const BODY = "0123456789";

/** Routes as in the dashboard: one reads, one responds before it reads, one reads late, one streams for a long time. */
function result(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? "/";
  if (path.startsWith("/refused")) response.writeHead(401).end("no");
  else if (path.startsWith("/unread")) return;
  else if (path.startsWith("/stream")) {
    response.writeHead(200).write("begun ");
    setTimeout(() => response.end("ended"), LIMITS.bodyMs + 700);
  } else {
    request.on("error", () => {});
    request.on("end", () => response.end("read")).resume();
  }
}

let server: Server;
const sockets: Socket[] = [];
let port = 0;

beforeAll(async () => {
  runBeforeNext(limitUnfinishedRequests((headers) => headers.get("X-Client") ?? "unknown", LIMITS));
  server = createServer(result);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  const closed = sockets.map((socket) => new Promise((resolve) => socket.once("close", resolve)));
  for (const [index, socket] of sockets.splice(0).entries())
    if (socket.destroyed) closed[index] = Promise.resolve();
    else socket.destroy();
  await Promise.all(closed);
  await expect.poll(() => connections()).toBe(0);
});
afterAll(() => server.close());

const connections = () =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

type Sent = { text: () => string; closed: () => boolean; write: (rest: string) => void };

/** Sends a request with as much of the body as `body` contains. */
function send(
  client: string,
  { path = "/", body = BODY.slice(1), framing = `Content-Length: ${BODY.length}` } = {},
): Sent {
  let text = "";
  let closed = false;
  const socket = createConnection({ host: "127.0.0.1", port });
  sockets.push(socket);
  socket.on("data", (chunk) => {
    text += chunk;
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    closed = true;
  });
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nX-Client: ${client}\r\n${framing}\r\n\r\n${body}`);
  return { text: () => text, closed: () => closed, write: (rest) => void socket.write(rest) };
}

const until = (sent: Sent, pattern: RegExp) => expect.poll(sent.text, { timeout: 10_000 }).toMatch(pattern);

/** Sends unfinished requests, and waits until the server has received each. */
async function sendUnfinished(client: string, count: number): Promise<Sent[]> {
  const before = await connections();
  const sent = Array.from({ length: count }, () => send(client));
  await expect.poll(() => connections()).toBe(before + count);
  // Complete requests are answered after all requests that arrived before them.
  await until(send("a marker", { body: BODY }), /read/);
  return sent;
}

describe("an upload", () => {
  const path = "/api/share/a-token/photos";

  it("that stands still is ended with 408 long before its limit", async () => {
    const began = Date.now();
    const still = send("203.0.113.1", { path });
    await until(still, /^HTTP\/1\.1 408 [\s\S]*"code":"too_slow"/);
    await expect.poll(still.closed).toBe(true);
    expect(Date.now() - began).toBeLessThan(LIMITS.uploadMs);
  });

  it("that keeps coming is read", async () => {
    const coming = send("203.0.113.1", { path, body: "", framing: `Content-Length: ${30 * BODY.length}` });
    for (let part = 0; part < 30; part += 1) {
      coming.write(BODY);
      await pause(100);
    }
    await until(coming, /^HTTP\/1\.1 200 [\s\S]*read/);
  });
});

describe("unfinished requests", () => {
  it("are refused and closed past the limit of an address", async () => {
    const held = await sendUnfinished("203.0.113.1", LIMITS.perAddress);
    const refused = send("203.0.113.1");
    await until(refused, /^HTTP\/1\.1 429 [\s\S]*Retry-After: \d+[\s\S]*"code":"too_many_requests"/);
    await expect.poll(refused.closed).toBe(true);
    for (const one of held) expect(one.text()).not.toMatch(/ (429|503) /);
  });

  it("of one address block neither other addresses nor its own requests without a body", async () => {
    await sendUnfinished("203.0.113.1", LIMITS.perAddress);
    await until(send("203.0.113.2", { body: BODY }), /^HTTP\/1\.1 200 [\s\S]*read/);
    const bare = send("203.0.113.1", { framing: "Content-Length: 0", body: "" });
    await until(bare, /^HTTP\/1\.1 200 /);
  });

  it("are counted by network for IPv6 addresses", async () => {
    for (const end of [1, 2, 3]) await sendUnfinished(`2001:db8::${end}`, 1);
    await until(send("2001:db8::4"), /^HTTP\/1\.1 429 /);
  });

  it("are counted if the body length is unknown", async () => {
    const chunked = { framing: "Transfer-Encoding: chunked", body: "5\r\n01234\r\n" };
    for (let count = 0; count < LIMITS.perAddress; count += 1) send("203.0.113.1", chunked);
    await until(send("marker", { body: BODY }), /read/);
    await until(send("203.0.113.1", chunked), /^HTTP\/1\.1 429 /);
  });

  it("past the total limit, end the oldest of the address with the most in favor of new ones", async () => {
    const [, ...few] = await sendUnfinished("203.0.113.1", 2);
    const [first, ...others] = await sendUnfinished("203.0.113.2", 3);
    await sendUnfinished("203.0.113.3", 1);
    const newest = send("203.0.113.4");
    await until(first ?? newest, /^HTTP\/1\.1 503 [\s\S]*Retry-After: \d+/);
    newest.write(BODY.at(-1) ?? "");
    await until(newest, /^HTTP\/1\.1 200 /);
    for (const one of [...few, ...others]) expect(one.text()).not.toMatch(/ (429|503) /);
  });

  it("are no longer counted once finished or aborted", async () => {
    const [one, two] = await sendUnfinished("203.0.113.1", LIMITS.perAddress);
    one?.write(BODY.at(-1) ?? "");
    await until(one ?? send(""), /read/);
    await sendUnfinished("203.0.113.1", 1);
    await until(send("203.0.113.1"), /^HTTP\/1\.1 429 /);
    expect(two?.closed()).toBe(false);
  });

  it("do not include complete requests that wait for their route", async () => {
    for (let count = 0; count < LIMITS.perAddress; count += 1)
      send("203.0.113.1", { path: "/unread", body: BODY });
    await until(send("203.0.113.1", { body: BODY }), /^HTTP\/1\.1 200 [\s\S]*read/);
  });
});

describe("a slow body", () => {
  it("is ended with 408", async () => {
    const begun = Date.now();
    const [slow] = await sendUnfinished("203.0.113.1", 1);
    if (!slow) throw new Error("nothing was sent");
    await until(slow, /^HTTP\/1\.1 408 [\s\S]*"code":"too_slow"/);
    await expect.poll(slow.closed).toBe(true);
    expect(Date.now() - begun).toBeGreaterThanOrEqual(LIMITS.bodyMs - 50);
  });

  it("has a longer limit as an upload, but is ended too", async () => {
    const begun = Date.now();
    const slow = send("203.0.113.1", { path: "/api/documents?name=a.pdf", framing: "Content-Length: 9999" });
    const coming = setInterval(() => slow.write(BODY), 200);
    await until(slow, /^HTTP\/1\.1 408 /);
    clearInterval(coming);
    expect(Date.now() - begun).toBeGreaterThanOrEqual(LIMITS.uploadMs - 50);
  });

  it("is ended once the response was sent", async () => {
    const slow = send("203.0.113.1", { path: "/refused" });
    await until(slow, /^HTTP\/1\.1 401 [\s\S]*no\r\n/);
    const answered = Date.now();
    await expect.poll(slow.closed, { timeout: 5_000 }).toBe(true);
    expect(Date.now() - answered).toBeLessThan(LIMITS.bodyMs);
    expect(slow.text()).not.toContain("408");
  });

  it("does not include a slow response", async () => {
    const long = send("203.0.113.1", { path: "/stream", body: BODY });
    await until(long, /begun[\s\S]*ended/);
  });
});
