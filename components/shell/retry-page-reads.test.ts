import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { retryPageReads } from "./retry-page-reads";

const READ = { headers: { rsc: "1" } };
const unreachable = () => {
  throw new TypeError("Failed to fetch");
};
const badGateway = () => new Response("<html>", { status: 502, headers: { "content-type": "text/html" } });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Drayboard answers after this time. `reads`: page reads fail also then. */
function downFor(ms: number, fail: () => Response, reads = false) {
  const since = Date.now();
  return vi.fn(async (input: string | URL | Request) => {
    const isHealth = String(input) === "/api/health/live";
    if (Date.now() - since < ms || (reads && !isHealth)) return fail();
    return new Response("page");
  });
}

it.each([
  ["the network", unreachable],
  ["Drayboard behind a proxy", badGateway],
])(
  "page reads wait while %s is down, with one request every two seconds for all of them",
  async (_, fail) => {
    const send = downFor(5_000, fail);
    const read = retryPageReads(send);
    const pages = [read("/parties", READ), read("/shipments", READ)];
    await vi.advanceTimersByTimeAsync(5_999);
    expect(send.mock.calls.map(([input]) => input)).toEqual([
      "/parties",
      "/shipments",
      "/api/health/live",
      "/api/health/live",
    ]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await Promise.all(pages.map(async (page) => (await page).text()))).toEqual(["page", "page"]);
  },
);

it("a page read that fails three times although Drayboard responds is left to the browser", async () => {
  const read = expect(retryPageReads(downFor(0, unreachable, true))("/parties", READ)).rejects.toThrow(
    "Failed to fetch",
  );
  const response = retryPageReads(downFor(0, badGateway, true))("/parties", READ);
  await vi.advanceTimersByTimeAsync(4_000);
  await read;
  expect((await response).status).toBe(502);
});

it("an error of Drayboard's own page is returned", async () => {
  const headers = { "content-type": "text/x-component" };
  const send = vi.fn(async () => new Response("0:", { status: 503, headers }));
  expect((await retryPageReads(send)("/parties", READ)).status).toBe(503);
  expect(send).toHaveBeenCalledTimes(1);
});

it.each([
  ["an action", { method: "POST", headers: { rsc: "1", "next-action": "a" } }],
  ["a prefetch", { headers: { rsc: "1", "next-router-prefetch": "1" } }],
  ["a prefetch of a part", { headers: { rsc: "1", "next-router-segment-prefetch": "/_tree" } }],
  ["a request for data", {}],
  ["an ended page read", { ...READ, signal: AbortSignal.abort() }],
])("%s is sent once", async (_, init) => {
  const send = downFor(60_000, unreachable);
  await expect(retryPageReads(send)("/parties", init)).rejects.toThrow("Failed to fetch");
  expect(send).toHaveBeenCalledTimes(1);
});
