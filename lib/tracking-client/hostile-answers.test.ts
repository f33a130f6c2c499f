import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { TrackingClient } from "./client";
import { openDownload } from "./download";

const CHUNK = Buffer.alloc(1_048_576, " ");
let serve: RequestListener = () => {};
let closed = 0;
const server = createServer((request, response) => {
  response.once("close", () => {
    closed += 1;
  });
  serve(request, response);
});
let baseUrl = "";

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const read = (timeoutMs: number) =>
  new TrackingClient({ baseUrl, key: "key", patienceMs: 1_000, timeoutMs }).getPageNow("containers");

/** Sends megabytes as fast as they are read, at most `max`. Returns how many were taken. */
function endless(max: number, status = 200) {
  let sent = 0;
  serve = (_, response) => {
    response.writeHead(status);
    const write = () => {
      while (sent < max && !response.destroyed) {
        sent += 1;
        if (!response.write(CHUNK)) return;
      }
      if (sent >= max) response.end();
    };
    response.on("drain", write);
    write();
  };
  return () => sent;
}

describe("an answer of the service", () => {
  it("that does not end is given up at 32 MB, and its connection closed", async () => {
    const sent = endless(200);
    const before = closed;
    await expect(read(60_000)).rejects.toMatchObject({ code: "service_answer_unreadable" });
    await vi.waitFor(() => expect(closed).toBe(before + 1), 10_000);
    expect(sent()).toBeLessThan(64);
  });

  it.each([302, 404, 500])("that refuses with %s and does not end is given up", async (status) => {
    const sent = endless(200, status);
    const before = closed;
    await expect(read(60_000)).rejects.toMatchObject({ code: expect.any(String) });
    await vi.waitFor(() => expect(closed).toBe(before + 1), 10_000);
    expect(sent()).toBeLessThan(64);
  });

  it("that stands still and is asked for again leaves no connection", async () => {
    serve = (_, response) => void response.writeHead(503).write("{");
    const before = closed;
    const client = new TrackingClient({ baseUrl, key: "key", patienceMs: 1_000 });
    await expect(client.getPage("containers")).rejects.toMatchObject({ code: "service_unreachable" });
    await vi.waitFor(() => expect(closed).toBe(before + 5), 1_000);
  });

  it("to a deletion that stands still leaves no connection", async () => {
    serve = (_, response) => void response.write("{");
    const before = closed;
    await new TrackingClient({ baseUrl, key: "key", patienceMs: 1_000 }).remove("parties/p-1");
    await vi.waitFor(() => expect(closed).toBe(before + 1), 1_000);
  });

  it("that is small until it is decoded is given up at 32 MB decoded", async () => {
    const body = gzipSync(Buffer.alloc(100 * CHUNK.length, " "));
    serve = (_, response) => response.writeHead(200, { "Content-Encoding": "gzip" }).end(body);
    await expect(read(60_000)).rejects.toMatchObject({ code: "service_answer_unreadable" });
  });

  it("that stands still is given up at the timeout, and its connection closed", async () => {
    serve = (_, response) => void response.write("{");
    const before = closed;
    await expect(read(500)).rejects.toMatchObject({ code: "service_unreachable" });
    await vi.waitFor(() => expect(closed).toBe(before + 1), 10_000);
  });

  it.each(["a", "\\u0041"])("nested 200,000 deep is read, without what is too deep: %s", async (text) => {
    const deep = `${"[".repeat(200_000)}"${text}"${"]".repeat(200_000)}`;
    serve = (_, response) => response.end(`{"data":[],"meta":{"deep":${deep}}}`);
    expect((await read(20_000)).document.data).toEqual([]);
  });
});

it("does not send on a file past its limit, and closes its connection", async () => {
  const sent = endless(200);
  const before = closed;
  const file = await openDownload("/file", { baseUrl, key: "key" }, 20_000, 5 * CHUNK.length);
  await expect(new Response(file.body).arrayBuffer()).rejects.toThrow("too large");
  await vi.waitFor(() => expect(closed).toBe(before + 1), 10_000);
  expect(sent()).toBeLessThan(64);
});
