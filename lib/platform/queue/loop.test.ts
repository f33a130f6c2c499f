import { pino } from "pino";
import { expect, it, vi } from "vitest";
import { startLoop, untilDone } from "./loop";

const WAIT = { timeout: 5_000, interval: 5 };
const HOUR_MS = 3_600_000;

function recorded() {
  const lines: { level: number; msg: string }[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  return { log, lines };
}

it("repeats its step at once, then rests until it is woken", async () => {
  let steps = 0;
  const { log } = recorded();
  const loop = startLoop("counting", { log }, async () => {
    steps += 1;
    return steps < 3 ? 0 : HOUR_MS;
  });
  await vi.waitFor(() => expect(steps).toBe(3), WAIT);
  loop.wake();
  await vi.waitFor(() => expect(steps).toBe(4), WAIT);
  await loop.stop();
  expect(steps).toBe(4);
});

it("does not rest after a step during which it was woken", async () => {
  let steps = 0;
  const { log } = recorded();
  const loop = startLoop("counting", { log }, async () => {
    await Promise.resolve();
    steps += 1;
    if (steps === 1) loop.wake();
    return HOUR_MS;
  });
  await vi.waitFor(() => expect(steps).toBe(2), WAIT);
  await loop.stop();
});

it("ends with the signal after the current step", async () => {
  const stopping = new AbortController();
  const { log } = recorded();
  let [begun, finished] = [0, 0];
  const loop = startLoop("working", { log, signal: stopping.signal }, async (isStopping) => {
    begun += 1;
    await vi.waitFor(() => expect(isStopping()).toBe(true), WAIT);
    finished += 1;
    return 0;
  });
  await vi.waitFor(() => expect(begun).toBe(1), WAIT);
  stopping.abort();
  await loop.ended;
  expect([begun, finished]).toEqual([1, 1]);
  const late = startLoop("late", { log, signal: stopping.signal }, () => Promise.reject(new Error("begun")));
  await late.ended;
});

it("logs each failure and goes on, and an outage once", async () => {
  const { log, lines } = recorded();
  const failures = [
    new Error("broken"),
    new Error("broken"),
    ...Array.from({ length: 3 }, () => Object.assign(new Error("away"), { code: "ECONNREFUSED" })),
  ];
  let ended = false;
  const loop = startLoop("failing", { log, afterFailureMs: 1 }, async () => {
    const failure = failures.shift();
    if (failure) throw failure;
    ended = true;
    return HOUR_MS;
  });
  await vi.waitFor(() => expect(ended).toBe(true), WAIT);
  await loop.stop();
  expect(lines.map(({ msg }) => msg)).toEqual([
    "step failed",
    "step failed",
    "step failed: the database is away, retrying",
    "database is back",
  ]);
});

it("repeats a task until it succeeds, or the signal is aborted", async () => {
  const { log } = recorded();
  const stopping = new AbortController();
  let attempts = 0;
  await untilDone("task", { log, signal: stopping.signal }, async () => {
    attempts += 1;
    if (attempts === 1) throw new Error("not yet");
  });
  expect(attempts).toBe(2);
  stopping.abort();
  await untilDone("task", { log, signal: stopping.signal }, () => Promise.reject(new Error("begun")));
});
