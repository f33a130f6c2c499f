import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { retryPageReads } from "./retry-page-reads";

const READ = { headers: { rsc: "1" } };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A network that is down for the first requests. */
function networkDownFor(requests: number) {
  const send = vi.fn(async () => {
    if (send.mock.calls.length <= requests) throw new TypeError("Failed to fetch");
    return new Response("page");
  });
  return send;
}

it("a page read is sent every two seconds until there is a response", async () => {
  const send = networkDownFor(3);
  const page = retryPageReads(send)("/parties", READ);
  await vi.advanceTimersByTimeAsync(5_999);
  expect(send).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(await (await page).text()).toBe("page");
});

it.each([
  ["an action", { method: "POST", headers: { rsc: "1", "next-action": "a" } }],
  ["a prefetch", { headers: { rsc: "1", "next-router-prefetch": "1" } }],
  ["a prefetch of a part", { headers: { rsc: "1", "next-router-segment-prefetch": "/_tree" } }],
  ["a request for data", {}],
  ["an ended page read", { ...READ, signal: AbortSignal.abort() }],
])("%s is sent once", async (_, init) => {
  const send = networkDownFor(1);
  await expect(retryPageReads(send)("/parties", init)).rejects.toThrow("Failed to fetch");
  expect(send).toHaveBeenCalledTimes(1);
});
