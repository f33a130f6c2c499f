import { createServer, type IncomingMessage, type RequestListener, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runBeforeNext } from "./request-steps";
import { beginResponse, PAGE_STATUS_HEADER } from "./response-head";

/** As Next responds: a page streams and sets no status of its own; the proxy's headers are set before. */
const result: RequestListener = ({ url = "", headers }, response) => {
  const decided = headers["x-decided"];
  if (decided) response.setHeader(PAGE_STATUS_HEADER, decided);
  if (url.endsWith("/fails")) response.statusCode = 500;
  if (url.endsWith("/refused")) response.writeHead(401, { "Content-Type": "application/json" });
  response.end("a page");
};

const server = createServer(result);
let port = 0;

const send = (path: string, headers: Record<string, string> = {}) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, headers }, (response) => {
      response.resume().once("end", () => resolve(response));
    })
      .once("error", reject)
      .end();
  });

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

it("sends HSTS in every response when the dashboard uses https, otherwise never", async () => {
  runBeforeNext(beginResponse("http://127.0.0.1:3000"));
  expect((await send("/board")).headers["strict-transport-security"]).toBeUndefined();
  runBeforeNext(beginResponse("https://dashboard.example.com"));
  for (const path of ["/board", "/api/board/refused", "/_next/nothing", "/share/a-token", "/api/x/fails"])
    expect((await send(path)).headers["strict-transport-security"], path).toBe("max-age=31536000");
});

it.each([
  ["/share/a-token", { "x-decided": "410" }, 410],
  ["/order/a-token", { "x-decided": "410" }, 410],
  ["/embed/a-token", { "x-decided": "404" }, 404],
  ["/invite/a-token", { "x-decided": "404" }, 404],
  ["/wall/a-token", {}, 200],
  // A data request of a page that is already open.
  ["/share/a-token", { "x-decided": "410", rsc: "1" }, 200],
  ["/share/fails", { "x-decided": "410" }, 500],
  ["/share/refused", { "x-decided": "410" }, 401],
])("sends %s with %j as status %i, and removes the status header", async (path, headers, status) => {
  const response = await send(path, headers);
  expect(response.statusCode).toBe(status);
  expect(response.headers[PAGE_STATUS_HEADER]).toBeUndefined();
});

it("gives each response an id of its own, or the safe one that a reverse proxy sent", async () => {
  const idFor = async (sent?: string) => {
    const { headers } = await send("/board", sent === undefined ? {} : { "x-request-id": sent });
    return headers["x-request-id"];
  };
  const unsafe = ["short", "a".repeat(65), '01HF"}\u00e9injected', "-starts-wrong", "with space 123"];
  const made = [await idFor()];
  for (const sent of unsafe) made.push(await idFor(sent));
  for (const id of made) expect(id).toMatch(/^[\da-f-]{36}$/);
  expect(new Set(made).size).toBe(unsafe.length + 1);
  for (const sent of ["7b1f0c9e-2f6a-4a52-9d0e-1c2b3a4d5e6f", "Root_1-67891233.abcdef012345678912345678"])
    expect(await idFor(sent)).toBe(sent);
});

it("ignores a status header sent by a client", async () => {
  expect((await send("/share/a-token", { [PAGE_STATUS_HEADER]: "410" })).statusCode).toBe(200);
});
