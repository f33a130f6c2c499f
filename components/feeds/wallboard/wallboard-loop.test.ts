import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { QUEUE_IDS, type QueueId } from "@/lib/domain/board-row/queues";
import type { WallboardContainer, WallboardData } from "@/lib/features/feeds/rules/wallboard";
import {
  READ_MS,
  sharedContainers,
  TURN_MS,
  type WallboardAnswer,
  type WallboardState,
} from "@/lib/features/feeds/rules/wallboard-rotation";
import { runWallboard } from "./wallboard-loop";

const START = new Date("2026-10-25T00:00:00Z");
const WEEK_MS = 7 * 24 * 3_600_000;
/** Divides neither the page interval nor the read interval, so that it samples different moments. */
const STEP_MS = 611_000;
const counts: Record<QueueId, number> = {
  expired: 0,
  "pull-today": 0,
  "no-appointment": 0,
  "planned-today": 0,
  held: 0,
  "follow-up-due": 0,
  arriving: 0,
  "empty-due": 0,
  unreadable: 0,
  stale: 0,
  all: 0,
};

const container = (n: number): WallboardContainer => ({
  id: `c-${n}`,
  number: `MSKU${String(n).padStart(7, "0")}`,
  terminal: "APM Pier 400",
  deadline: { state: "not_reported", governing: null, sources: [], serviceNames: null },
  ready: { state: "ready", label: "Ready" },
  holds: [],
  appointment: null,
  carriers: "",
  charges: null,
  checkedAt: null,
  onTerminalGround: true,
});

const data = (containers: number, build = "one"): WallboardData => ({
  build,
  asOf: new Date(Date.now()).toISOString(),
  counts,
  containers: Array.from({ length: containers }, (_, n) => container(n)),
  zones: ["America/Los_Angeles"],
  source: { lastSyncAt: START.toISOString(), upstreamDownSince: null, waitingSince: null, failing: false },
});

let running: ReturnType<typeof runWallboard> | null = null;
function start(read: (signal: AbortSignal) => Promise<WallboardAnswer>, containers = 20) {
  const shown: { state: WallboardState | null; times: number } = { state: null, times: 0 };
  const reload = vi.fn();
  running = runWallboard({
    initial: data(containers),
    read,
    reload,
    show: (state) => {
      shown.state = state;
      shown.times += 1;
    },
  });
  return { shown, reload };
}
const state = ({ shown }: ReturnType<typeof start>): WallboardState => {
  if (!shown.state) throw new Error("nothing was shown");
  return shown.state;
};

beforeEach(() => vi.useFakeTimers({ now: START }));
afterEach(() => {
  running?.stop();
  expect(vi.getTimerCount(), "a timer is left").toBe(0);
  vi.useRealTimers();
});

describe("wallboard loop", () => {
  it("runs for two weeks with one timer, one read at a time and a state of constant size", async () => {
    let underWay = 0;
    let max = 0;
    let reads = 0;
    // Some reads fail, hang until the timeout or are slow. The number of containers varies.
    const read = async (signal: AbortSignal): Promise<WallboardAnswer> => {
      reads += 1;
      underWay += 1;
      max = Math.max(max, underWay);
      const n = reads;
      if (n % 97 === 0) await new Promise((done) => signal.addEventListener("abort", done));
      else if (n % 13 === 0) await new Promise((done) => setTimeout(done, 3_000));
      underWay -= 1;
      return n % 29 === 0 ? { failed: true } : { data: data(n % 41) };
    };
    const wallboard = start(read);
    let size = 0;
    let timers = 0;
    const seen = new Set<number>();
    for (let at = 0; at < 2 * WEEK_MS; at += STEP_MS) {
      await vi.advanceTimersByTimeAsync(STEP_MS);
      size = Math.max(size, JSON.stringify(state(wallboard)).length);
      // One timer is for the rotation. A slow read of this test has its own.
      timers = Math.max(timers, vi.getTimerCount());
      seen.add(state(wallboard).page);
    }
    const went = Date.now() - START.getTime();
    expect(max).toBe(1);
    expect(timers).toBeLessThanOrEqual(2);
    expect(size).toBeLessThan(JSON.stringify(data(40)).length + 600);
    expect([...seen].sort()).toEqual([0, 1, 2, 3, 4]);
    expect(reads).toBeGreaterThan(went / READ_MS / 1.5);
    expect(reads).toBeLessThanOrEqual(went / READ_MS + 1);
    // Each page turn, read start and read end is rendered once.
    expect(wallboard.shown.times).toBeLessThan(went / TURN_MS + 2 * reads + 2);
    expect(Date.now() - state(wallboard).receivedAt).toBeLessThan(3 * READ_MS);
    expect(wallboard.reload).not.toHaveBeenCalled();
  });

  it("has exactly one timer when idle, also after pause and resume", async () => {
    const wallboard = start(async () => ({ data: data(20) }));
    for (let n = 0; n < 50; n += 1) {
      running?.pause();
      expect(vi.getTimerCount()).toBe(1);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    const { page } = state(wallboard);
    running?.pause();
    await vi.advanceTimersByTimeAsync(10 * TURN_MS);
    expect(state(wallboard).page).toBe(page);
    expect(Date.now() - state(wallboard).receivedAt, "it reads on while it is paused").toBeLessThanOrEqual(
      READ_MS,
    );
  });

  it("turns one page after sleep mode instead of all missed pages", async () => {
    const wallboard = start(async () => ({ data: data(40) }));
    await vi.advanceTimersByTimeAsync(TURN_MS);
    expect(state(wallboard).page).toBe(1);
    vi.setSystemTime(Date.now() + 8 * 3_600_000);
    await vi.advanceTimersByTimeAsync(TURN_MS);
    expect(state(wallboard).page).toBe(2);
  });

  it("moves to an existing page when there are fewer containers", async () => {
    const wallboard = start(async () => ({ data: data(3) }), 40);
    await vi.advanceTimersByTimeAsync(READ_MS);
    expect(sharedContainers(state(wallboard))).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(TURN_MS);
    expect(state(wallboard).page).toBe(0);
  });

  it("loads another build between two pages after confirmation, at most once in several minutes", async () => {
    const wallboard = start(async () => ({ data: data(20, "two") }));
    await vi.advanceTimersByTimeAsync(4.5 * 60_000);
    expect(wallboard.reload).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(wallboard.reload).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(WEEK_MS / 100);
    expect(wallboard.reload).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("does not reload while two builds respond alternately", async () => {
    let n = 0;
    const wallboard = start(async () => {
      n += 1;
      return { data: data(20, n % 2 ? "two" : "one") };
    });
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(wallboard.reload).not.toHaveBeenCalled();
  });

  it("keeps its data while disconnected, backs off and recovers with the first response", async () => {
    let works = false;
    let reads = 0;
    const wallboard = start(async () => {
      reads += 1;
      return works ? { data: data(9) } : { failed: true };
    });
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(state(wallboard).data.containers).toHaveLength(20);
    expect(reads).toBeGreaterThan(12);
    expect(reads).toBeLessThan(20);
    works = true;
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(state(wallboard)).toMatchObject({ failures: 0, data: { containers: { length: 9 } } });
  });

  it("stops timers and reads permanently when its address was revoked", async () => {
    const read = vi.fn(async () => ({ ended: "This screen was revoked." }));
    const wallboard = start(read);
    await vi.advanceTimersByTimeAsync(WEEK_MS);
    expect(state(wallboard).ended).toBe("This screen was revoked.");
    expect(read).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("reports a wrong local clock and ignores a difference of one second", async () => {
    let aheadMs = 3_600_000;
    const wallboard = start(async () => ({
      data: { ...data(1), asOf: new Date(Date.now() + aheadMs).toISOString() },
    }));
    await vi.advanceTimersByTimeAsync(READ_MS);
    expect(state(wallboard).skewMs).toBe(3_600_000);
    aheadMs = 1_500;
    await vi.advanceTimersByTimeAsync(READ_MS);
    expect(state(wallboard).skewMs).toBe(0);
  });

  it("counts every queue", () => {
    expect(Object.keys(counts).sort()).toEqual([...QUEUE_IDS].sort());
  });
});
