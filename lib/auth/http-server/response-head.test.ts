import { createServer, type IncomingMessage, type RequestListener, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ProxySettings } from "@/lib/auth/throttling/client-address";
import { leaveUntouched, runBeforeNext } from "./request-steps";
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

const LOOPBACK = [{ address: "127.0.0.0", family: "ipv4", bits: 8 } as const];
/** A dashboard at this address. */
const dashboardAt = (publicUrl: string) => ({ publicUrl, trustedProxies: null, trustedProxyHeader: null });

const send = (path: string, headers: Record<string, string> = {}, toPort = port) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: "127.0.0.1", port: toPort, path, headers }, (response) => {
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
  runBeforeNext(beginResponse(dashboardAt("http://127.0.0.1:3000")));
  expect((await send("/board")).headers["strict-transport-security"]).toBeUndefined();
  runBeforeNext(beginResponse(dashboardAt("https://dashboard.example.com")));
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

/** The id of each response of a dashboard with these settings, to requests that sent these ids. */
async function idsFor(settings: ProxySettings, sent: readonly (string | undefined)[]) {
  const begin = beginResponse(settings);
  const own = createServer((incoming, response) => {
    begin(incoming, response);
    response.end();
  });
  // The steps of the other tests do not run here.
  leaveUntouched(own);
  await new Promise<void>((listening) => own.listen(0, "127.0.0.1", listening));
  const ownPort = (own.address() as AddressInfo).port;
  const ids = await Promise.all(
    sent.map(async (id) => {
      const { headers } = await send("/board", id === undefined ? {} : { "x-request-id": id }, ownPort);
      return headers["x-request-id"];
    }),
  );
  own.close();
  return ids;
}
/** Safe ids as reverse proxies send them. */
const SAFE = ["7b1f0c9e-2f6a-4a52-9d0e-1c2b3a4d5e6f", "Root_1-67891233.abcdef012345678912345678"];

it("gives each response an id of its own, or the safe one that a trusted proxy sent", async () => {
  const settings = { ...dashboardAt("https://dashboard.example.com"), trustedProxies: LOOPBACK };
  const unsafe = ["short", "a".repeat(65), '01HF"}\u00e9injected', "-starts-wrong", "with space 123"];
  const made = await idsFor(settings, [undefined, ...unsafe]);
  for (const id of made) expect(id).toMatch(/^[\da-f-]{36}$/);
  expect(new Set(made).size).toBe(unsafe.length + 1);
  expect(await idsFor(settings, SAFE)).toEqual(SAFE);
});

it.each([
  ["another address is the proxy's", [{ address: "10.0.0.5", family: "ipv4", bits: 32 } as const]],
  ["there is no proxy", null],
])("uses no id of a client where %s", async (_, trustedProxies) => {
  for (const id of await idsFor({ ...dashboardAt("http://127.0.0.1:3000"), trustedProxies }, SAFE)) {
    expect(id).toMatch(/^[\da-f-]{36}$/);
    expect(SAFE).not.toContain(id);
  }
});

it("ignores a status header sent by a client", async () => {
  expect((await send("/share/a-token", { [PAGE_STATUS_HEADER]: "410" })).statusCode).toBe(200);
});
