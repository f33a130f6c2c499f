import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Child, Children, Program } from "./child";
import { createChildren } from "./children";
import {
  createLiveness,
  httpProbe,
  ipcProbe,
  LIVENESS_LIMITS,
  LivenessCount,
  type LivenessLimits,
  wasPaused,
} from "./liveness";
import { superviseProgram } from "./supervise";

const MINUTE_MS = 60_000;

/** Records missed probes, one every five seconds from `from`. Returns all verdicts other than "ok". */
function miss(count: LivenessCount, probes: number, from = 0): string[] {
  const verdicts = Array.from({ length: probes }, (_, at) => count.note(false, from + at * 5_000));
  return verdicts.filter((verdict) => verdict !== "ok");
}

/** Simulates a hung process and the start of its replacement. */
function hang(count: LivenessCount, from: number): string[] {
  const verdicts = miss(count, 6, from);
  count.newProcess();
  return verdicts;
}

describe("missed probe count", () => {
  it("restarts after six missed probes in a row (30 s)", () => {
    const count = new LivenessCount(LIVENESS_LIMITS);
    expect(miss(count, 5)).toEqual([]);
    expect(count.note(true, 25_000)).toBe("ok");
    expect(miss(count, 5)).toEqual([]);
    expect(miss(count, 1)).toEqual(["restart"]);
  });

  it("restarts only once while the process takes long to end", () => {
    const count = new LivenessCount(LIVENESS_LIMITS);
    expect(miss(count, 20)).toEqual(["restart"]);
  });

  it("gives up after three restarts within ten minutes, and reports when the process responds again", () => {
    const count = new LivenessCount(LIVENESS_LIMITS);
    const verdicts = [0, 1, 2].flatMap((minute) => hang(count, minute * MINUTE_MS));
    expect(verdicts).toEqual(["restart", "restart", "restart"]);
    expect(miss(count, 6, 3 * MINUTE_MS)).toEqual(["give_up"]);
    expect(miss(count, 100, 4 * MINUTE_MS)).toEqual([]);
    expect(count.note(true, 20 * MINUTE_MS)).toBe("recovered");
  });

  it("restarts a process that hangs again long after it recovered", () => {
    const count = new LivenessCount(LIVENESS_LIMITS);
    for (const minute of [0, 1, 2]) hang(count, minute * MINUTE_MS);
    expect(miss(count, 6, 3 * MINUTE_MS)).toEqual(["give_up"]);
    expect(count.note(true, 4 * MINUTE_MS)).toBe("recovered");
    expect(miss(count, 6, 60 * MINUTE_MS)).toEqual(["restart"]);
  });

  it("counts only restarts of the last ten minutes", () => {
    const count = new LivenessCount(LIVENESS_LIMITS);
    const verdicts = [0, 5, 11, 17, 23].flatMap((minute) => hang(count, minute * MINUTE_MS));
    expect(verdicts).toEqual(["restart", "restart", "restart", "restart", "restart"]);
  });

  it("waits four times as long before each further restart", () => {
    const count = new LivenessCount(LIVENESS_LIMITS);
    const pauses = [0, 1, 2].map((minute) => {
      hang(count, minute * MINUTE_MS);
      return count.pauseMs();
    });
    expect(pauses).toEqual([1_000, 4_000, 16_000]);
  });

  it("starts over after a reset", () => {
    const count = new LivenessCount(LIVENESS_LIMITS);
    for (const minute of [0, 1, 2, 3]) hang(count, minute * MINUTE_MS);
    count.reset();
    expect(miss(count, 6, 4 * MINUTE_MS)).toEqual(["restart"]);
  });
});

describe("a pause of the supervisor or the machine", () => {
  const paused = (monotonicMs: number, wallMs: number) =>
    wasPaused({ monotonicMs: 0, wallMs: 0 }, { monotonicMs, wallMs }, 10_000, 5_000);

  it("is detected by a late probe loop", () => {
    expect(paused(10_000, 10_000)).toBe(false);
    expect(paused(14_000, 14_000)).toBe(false);
    expect(paused(16_000, 16_000)).toBe(true);
  });

  it("is detected by a wall clock that advanced while the monotonic clock did not, or was set back", () => {
    expect(paused(5_000, 3_600_000)).toBe(true);
    expect(paused(5_000, -60_000)).toBe(true);
    expect(paused(5_000, 7_000)).toBe(false);
  });
});

let logs = "";
let children: Children;
beforeAll(async () => {
  logs = await mkdtemp(join(tmpdir(), "drayboard-liveness-"));
  children = createChildren(logs, { add: () => undefined, remove: () => undefined });
});
afterAll(() => rm(logs, { recursive: true, force: true }));

let run = { reported: [] as string[], ended: false };
beforeEach(() => {
  run = { reported: [], ended: false };
});
afterEach(async () => {
  run.ended = true;
  await children.stopAll(0);
});

/** A hundredth of the real times. */
const QUICK: LivenessLimits = {
  ...LIVENESS_LIMITS,
  everyMs: 100,
  graceMs: 200,
  firstPauseMs: 10,
  lateMs: 3_000,
};
const WAIT = { timeout: 60_000, interval: 20 };
const ANSWERS = 'process.on("message", () => process.send("alive")); setInterval(() => {}, 1000);';
const answering = (code = ""): Program => ({
  name: "program",
  args: ["-e", `${ANSWERS}${code}`],
  env: process.env,
  ipc: true,
});

/** Starts a program and supervises it. Returns its processes, the latest last. */
function supervise(program: Program, clocks?: () => { monotonicMs: number; wallMs: number }): Child[] {
  const started: Child[] = [];
  const recording: Children = {
    ...children,
    start: (input) => {
      const child = children.start(input);
      started.push(child);
      return child;
    },
  };
  const { reported } = run;
  const own = run;
  const report = (line: string) => void reported.push(line);
  const probe = ipcProbe(2_000);
  void superviseProgram({
    children: recording,
    program,
    first: recording.start(program),
    liveness: createLiveness({ name: "program", probe, limits: QUICK, report, clocks }),
    stopping: () => own.ended,
    report,
    wait: () => pause(10),
  });
  return started;
}

const latest = (started: readonly Child[]) => started.at(-1)?.pid ?? 0;
const responses = (started: readonly Child[]) => started.at(-1)?.ping(5_000) ?? Promise.resolve(false);

describe("a supervised process", () => {
  it("is killed and replaced by one that responds when it is stopped (SIGSTOP)", async () => {
    const started = supervise(answering());
    await vi.waitFor(async () => expect(await responses(started)).toBe(true), WAIT);
    const first = latest(started);
    process.kill(first, "SIGSTOP");
    await vi.waitFor(() => expect(latest(started)).not.toBe(first), WAIT);
    expect(await started[0]?.exited).toBe("SIGKILL");
    expect(run.reported[0]).toMatch(/The program has not responded for 0\.6 s; ending it\./);
    await vi.waitFor(async () => expect(await responses(started)).toBe(true), WAIT);
    expect(started).toHaveLength(2);
  });

  it("is replaced when its event loop is blocked", async () => {
    const started = supervise(
      answering('process.on("SIGTERM", () => {}); process.once("message", () => { for (;;); });'),
    );
    await vi.waitFor(() => expect(started.length).toBeGreaterThan(1), WAIT);
    expect(await started[0]?.exited).toBe("SIGKILL");
  });

  it("is restarted three times when it always hangs, then left running with a message", async () => {
    const started = supervise({ ...answering(), args: ["-e", "setInterval(() => {}, 1000)"] });
    await vi.waitFor(
      () => expect(run.reported.join("\n")).toMatch(/not restarted any more: 3 restarts/),
      WAIT,
    );
    expect(started).toHaveLength(4);
    await pause(QUICK.everyMs * QUICK.maxMissed * 2);
    expect(started).toHaveLength(4);
    expect(started[3]?.ended()).toBeNull();
  });

  it("is not restarted when it responds, even after the machine slept", async () => {
    let asleepMs = 0;
    const clocks = () => ({ monotonicMs: performance.now(), wallMs: Date.now() + asleepMs });
    const started = supervise(answering(), clocks);
    await vi.waitFor(async () => expect(await responses(started)).toBe(true), WAIT);
    // Each clock reading is an hour after the previous one, so no missed probe counts.
    const sleeping = setInterval(() => (asleepMs += 3_600_000), 20);
    process.kill(latest(started), "SIGSTOP");
    await pause(QUICK.everyMs * QUICK.maxMissed * 3);
    process.kill(latest(started), "SIGCONT");
    clearInterval(sleeping);
    expect(await responses(started)).toBe(true);
    expect(started).toHaveLength(1);
    expect(run.reported).toEqual([]);
  });

  it("does not respond to a ping without an IPC channel", async () => {
    const child = children.start({ ...answering(), ipc: false, args: ["-e", "setInterval(() => {}, 1000)"] });
    expect(await child.ping(5_000)).toBe(false);
  });
});

describe("an HTTP probe", () => {
  it("accepts any status below 500, and fails in time without a response", async () => {
    const server = createServer((request, response) => {
      if (request.url === "/hangs") return;
      response.writeHead(request.url === "/fails" ? 503 : 404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const child = children.start(answering());
    const probe = (path: string, timeoutMs: number) =>
      httpProbe(`http://127.0.0.1:${port}${path}`, 0).responds(child, timeoutMs);
    expect(await probe("/missing", 30_000)).toBe(true);
    expect(await probe("/fails", 30_000)).toBe(false);
    await expect(probe("/hangs", 300)).rejects.toThrow(/timeout/i);
    server.closeAllConnections();
    server.close();
  });

  it("opens a new connection each time, so that a process without free sockets is seen", async () => {
    const server = createServer((_request, response) => response.end());
    let opened = 0;
    server.on("connection", (socket) => {
      opened += 1;
      // As at the limit of open files: what is new is closed at once.
      if (opened > 2) socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const child = children.start(answering());
    const probe = () => httpProbe(`http://127.0.0.1:${port}/`, 0).responds(child, 30_000);
    expect([await probe(), await probe()]).toEqual([true, true]);
    expect(opened).toBe(2);
    await expect(probe()).rejects.toThrow();
    server.close();
  });
});
