import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { passwordQueue } from "@/lib/auth/passwords/password-queue";
import { deviceCookie, issueDeviceToken } from "@/lib/auth/sign-in/known-device";
import { recordPeerAddresses } from "@/lib/auth/throttling/client-address";
import { blockedSignInNetworks } from "@/lib/auth/throttling/throttle";
import { openOwnDatabase } from "@/lib/platform/database/test-scratch-database";
import { runBeforeNext } from "./request-steps";
import { refuseSignInsEarly } from "./sign-in-limit";

const CALLBACK = "/api/auth/callback/credentials";
const user = {
  id: "0b0f3ad6-6d43-4b7c-9a3c-8f6f5a3b1c2d",
  email: "dispatch@example.com",
  sessionVersion: 1,
};
let database: Awaited<ReturnType<typeof openOwnDatabase>>;
let server: Server;
let url: string;
const reached = vi.fn();

beforeAll(async () => {
  database = await openOwnDatabase();
  runBeforeNext(recordPeerAddresses(), refuseSignInsEarly());
  // As in Next: the server listens before it receives the first request.
  server = createServer((request, response) => {
    reached(request.url);
    request.resume().on("end", () => response.end("by Next"));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await database.close();
});
beforeEach(() => {
  reached.mockClear();
});
afterEach(() => {
  blockedSignInNetworks().clear();
});

const block = (seconds: number) => blockedSignInNetworks().set("127.0.0.1", Date.now() + seconds * 1000);
const post = (path = CALLBACK, headers: Record<string, string> = {}) =>
  fetch(url + path, { method: "POST", headers, body: new URLSearchParams({ email: user.email }) });
/** Posts a sign-in from a loopback address. Returns the status of the response. */
const postFrom = (localAddress: string) =>
  new Promise<number>((resolve, reject) => {
    const body = new URLSearchParams({ email: user.email }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded", "content-length": body.length };
    const sent = request(
      url + CALLBACK,
      { method: "POST", localAddress, headers, agent: false },
      (response) => {
        response.resume().once("end", () => resolve(response.statusCode ?? 0));
      },
    );
    sent.once("error", reject);
    sent.end(body);
  });
const deviceHeaders = (token: string) => ({
  cookie: `theme=dark; ${deviceCookie(user.email).name}=${encodeURIComponent(token)}`,
});

/** Fills all places for strangers until `act` has ended. */
async function withFullQueue(action: () => Promise<void>): Promise<void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = Array.from({ length: 8 }, (_, n) =>
    passwordQueue().run({ kind: "stranger", network: `192.0.2.${n % 2}` }, () => released),
  );
  await action().finally(release);
  await Promise.all(held);
}

it("passes sign-ins while places are free", async () => {
  expect(await (await post()).text()).toBe("by Next");
  expect(await (await post("/sign-in")).text()).toBe("by Next");
});

it.each([CALLBACK, `${CALLBACK}?x=1`, "/sign-in", "/sign-in?callbackUrl=%2Fboard"])(
  "refuses a stranger's post to %s while the queue is full, before any other handler",
  async (path) => {
    await withFullQueue(async () => {
      const refused = await post(path);
      expect(refused.status).toBe(503);
      expect(refused.headers.get("retry-after")).toBe("5");
      // The content type with which Next's client passes the text of a failed action to the form.
      expect(refused.headers.get("content-type")).toBe("text/plain");
      expect(await refused.text()).toMatch(/^Too many sign-ins .* Try again in a few seconds\.\n$/);
      expect(reached).not.toHaveBeenCalled();
    });
    expect((await post(path)).status).toBe(200);
  },
);

it("refuses a blocked network with its wait, until the wait ends", async () => {
  block(840);
  const refused = await post();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(835);
  expect(await refused.text()).toBe("Too many attempts. Try again in 14 minutes.\n");
  block(-1);
  expect((await post()).status).toBe(200);
});

it("limits passing strangers per second to leave time for pages, even if none is checked", async () => {
  const start = Date.now() + 60_000;
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  /** The number of requests that pass out of a hundred, sent by this many networks in turn. */
  const passed = async (networks: number) => {
    reached.mockClear();
    const addresses = Array.from({ length: 100 }, (_, n) => `127.0.1.${1 + (n % networks)}`);
    const statuses = await Promise.all(addresses.map(postFrom));
    expect(statuses.filter((status) => status === 503)).toHaveLength(100 - reached.mock.calls.length);
    return reached.mock.calls.length;
  };
  try {
    expect(await passed(1)).toBe(20);
    vi.setSystemTime(start + 1_000);
    expect(await passed(1)).toBe(5);
    vi.setSystemTime(start + 61_000);
    expect(await passed(10)).toBe(40);
    vi.setSystemTime(start + 62_000);
    expect(await passed(10)).toBe(20);
    const device = deviceHeaders(issueDeviceToken(user, new Date()));
    expect((await post(CALLBACK, device)).status).toBe(200);
  } finally {
    vi.useRealTimers();
  }
});

it("refuses only sign-ins", async () => {
  block(900);
  for (const path of ["/board", "/api/auth/csrf", "/api/auth/callback/oidc", "/sign-in-elsewhere"])
    expect((await post(path)).status, path).toBe(200);
  expect((await fetch(`${url}/sign-in`)).status).toBe(200);
});

it("passes a known device, but no forged or expired one", async () => {
  block(900);
  expect((await post(CALLBACK, deviceHeaders(issueDeviceToken(user, new Date())))).status).toBe(200);
  for (const token of ["", "sealed:v1:AAAA", issueDeviceToken(user, new Date(0))])
    expect((await post(CALLBACK, deviceHeaders(token))).status).toBe(429);
});
