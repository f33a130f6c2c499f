import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runBeforeNext } from "@/lib/auth/http-server/request-steps";
import { startExport } from "@/lib/features/board/export/running-exports";
import { recordResponses } from "@/lib/realtime/raw-responses";
import { streamExport } from "./streamed-file";

const STALLED_MS = 1_000;
const PIECE = Buffer.alloc(256 * 1_024, "x");
let ended = false;
let url: URL;

async function* endless(): AsyncGenerator<Buffer> {
  try {
    for (;;) yield PIECE;
  } finally {
    ended = true;
  }
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const open = async () => endless();
  const file = await streamExport(new Request("http://127.0.0.1/", { headers }), "ana", open, {
    mediaType: "text/csv",
    file: "a.csv",
    stalledMs: STALLED_MS,
  });
  response.writeHead(file.status);
  if (request.method === "HEAD" || file.body === null) response.end();
  else await pipeline(Readable.from(file.body), response).catch(() => undefined);
}

const server = createServer((request, response) => void serve(request, response));

beforeAll(async () => {
  runBeforeNext(recordResponses("/export"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  url = new URL(`http://127.0.0.1:${port}/export`);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Waits until the user may export again. Returns false on timeout. */
async function isFreeWithin(ms: number): Promise<boolean> {
  for (const until = Date.now() + ms; Date.now() < until; ) {
    try {
      startExport("ana")();
      return true;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  return false;
}

it("disconnects a client that reads nothing and frees its slot", async () => {
  const socket = connect(Number(url.port), url.hostname);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.on("error", () => undefined);
  socket.write("GET /export HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await new Promise((resolve) => socket.once("readable", resolve));
  const begun = Date.now();
  expect(await isFreeWithin(20_000)).toBe(true);
  expect(Date.now() - begun).toBeGreaterThan(STALLED_MS / 2);
  expect(ended).toBe(true);
  socket.resume();
  await closed;
});

it("keeps a slow client connected", async () => {
  const body = (await fetch(url)).body?.getReader();
  for (const until = Date.now() + 2 * STALLED_MS; Date.now() < until; ) {
    expect((await body?.read())?.done).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(() => startExport("ana")).toThrow("You already have an export running");
  await body?.cancel();
  expect(await isFreeWithin(5_000)).toBe(true);
});

it("frees the slot of a user who disconnects while the export opens", async () => {
  const leaving = new AbortController();
  let opened: (pieces: AsyncGenerator<Buffer>) => void = () => undefined;
  const opening = new Promise<AsyncGenerator<Buffer>>((resolve) => {
    opened = resolve;
  });
  const request = new Request("http://127.0.0.1/", { signal: leaving.signal });
  ended = false;
  const answered = streamExport(request, "ana", () => opening, { mediaType: "text/csv", file: "a.csv" });
  expect(() => startExport("ana")).toThrow(/You already have an export running/);
  leaving.abort();
  const pieces = endless();
  await pieces.next();
  opened(pieces);
  expect((await answered).body).toBeNull();
  expect(ended).toBe(true);
  startExport("ana")();
});

it("frees the slot of a request whose body is never read", async () => {
  expect((await fetch(url, { method: "HEAD" })).status).toBe(200);
  expect(await isFreeWithin(5_000)).toBe(true);
});
