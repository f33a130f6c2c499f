import { setTimeout as pause } from "node:timers/promises";
import type { Dispatchers } from "@/bench/day/browsing";
import { ageMaps, type DayFleet } from "@/bench/day/fleet";
import type { Ledger } from "@/bench/day/ledger";
import type { World } from "@/bench/faults/world";
import { sized } from "@/bench/harness/smoke";
import { type Sample, takeSample } from "./samples";
import { FIFTHS } from "./verdicts";
import type { Wallboards } from "./wallboards";

/** How many times as fast as in real life: a week in an hour. */
export const ACCELERATION = 168;
const BROWSE_MS = sized(10_000, 1_000);
const REPORT_MS = sized(1_000, 200);
const WALLBOARDS_MS = sized(5_000, 500);
const AGE_MS = sized(15_000, 1_000);
const MAX_SAMPLES = 360;
const MIN_SAMPLE_MS = sized(1_000, 200);

export interface Week {
  fleet: DayFleet;
  users: Dispatchers;
  wallboards: Wallboards;
  world: World;
  minutes: number;
  /** Of each dispatcher a minute. */
  views: number;
  /** A minute. */
  notifications: number;
  heapFolder: string;
  onSample: (sample: Sample) => void;
}

/**
 * Does something again and again until a time, at most once in `everyMs`. On a slow machine, where the time passes
 * sooner, it is done often enough for a value in each fifth of the run.
 */
async function repeat(until: number, everyMs: number, work: () => Promise<unknown>): Promise<void> {
  for (let times = 0; times < FIFTHS || Date.now() < until; times += 1) {
    const due = Date.now() + everyMs;
    await work();
    const end = times + 1 < FIFTHS ? due : Math.min(until, due);
    await pause(Math.max(0, end - Date.now()));
  }
}

/**
 * Lives for so many minutes: dispatchers open pages, wallboards read, the service reports changes, stored maps age. Takes
 * samples meanwhile and returns them.
 */
export async function live(week: Week): Promise<Sample[]> {
  const { fleet, users, wallboards, world, minutes, views, notifications, heapFolder, onSample } = week;
  const begun = Date.now();
  const until = begun + minutes * 60_000;
  const minute = () => (Date.now() - begun) / 60_000;
  const samples: Sample[] = [];
  let reported = 0;
  let agedAt = begun;
  await Promise.all([
    repeat(until, 0, () => users.browse(Math.max(1, Math.round((views * BROWSE_MS) / 60_000)), BROWSE_MS)),
    repeat(until, WALLBOARDS_MS, () => wallboards.read()),
    repeat(until, REPORT_MS, async () => {
      const due = Math.floor(minute() * notifications);
      if (due > reported) reported += await world.report(due - reported);
    }),
    repeat(until, AGE_MS, async () => {
      const now = Date.now();
      await ageMaps(fleet, ((now - agedAt) / 3_600_000) * ACCELERATION);
      agedAt = now;
    }),
    repeat(until, Math.max(MIN_SAMPLE_MS, (minutes * 60_000) / MAX_SAMPLES), async () => {
      const sample = await takeSample(fleet, heapFolder, minute());
      samples.push(sample);
      onSample(sample);
    }),
  ]);
  return samples;
}

const QUIET_MS = 5_000;
const QUIET_REQUESTS = 20;
const MAX_BUSY_MS = 600_000;

/**
 * Waits until the worker has read what belongs to the containers after the first load: party roles, maps, vessel
 * positions. It is then quiet: it sends few requests to the service.
 */
export async function untilQuiet(ledger: Ledger): Promise<void> {
  const until = Date.now() + MAX_BUSY_MS;
  for (let before = ledger.total; Date.now() < until; before = ledger.total) {
    await pause(QUIET_MS);
    if (ledger.total - before <= QUIET_REQUESTS) return;
  }
}
