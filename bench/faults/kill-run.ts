import { setTimeout as pause } from "node:timers/promises";
import type { Undo } from "@/bench/harness/clean-up";
import type { Fleet, Programs } from "@/bench/harness/fleet";
import type { Kind } from "@/bench/harness/member";
import { findWrongBoardCounts } from "@/lib/features/board/queries/test-recount";
import { openRng } from "@/lib/platform/seeded-random";
import { Deliveries } from "./deliveries";
import { checkHistory, type HistoryFaults } from "./history";
import { holdDeliveriesBack, release } from "./hold-back";
import { countUndelivered, countUnderWay, finalize, findLosses, type Losses, lastMade } from "./losses";
import { startFleet } from "./start-fleet";
import { compareWithTruth, type Difference } from "./truth";
import { openWorld } from "./world";

export type KillRunOptions = {
  seed: number;
  /**
   * Number of notifications created in advance and delivered while processes are killed. The simulation continues and
   * creates more.
   */
  notifications: number;
  /** Minimum number of kills, one a second. Kills continue until the notifications are delivered, up to `mostKills`. */
  kills: number;
  maxKills: number;
  /** Interval of the further kills until the prepared notifications are delivered. Undefined: no further kills. */
  calmerMs?: number;
  /** Deliveries are shuffled within this window. */
  windowMs: number;
  /** Release rate of the prepared notifications. */
  perSecond: number;
  containers: number;
  /** Start of the simulation, in days before now. */
  days: number;
  programs: Programs;
  /** Completes one sync run: a worker's, or a separate one at once. */
  round(fleet: Fleet): Promise<void>;
  /** No process is killed while fewer than this many of the six are running. */
  minUp: number;
  clusterSettings?: Record<string, string>;
  say?(line: string): void;
};

export type KillRun = {
  kills: Record<Kind, number>;
  killingS: number;
  /** Notifications accepted until the last kill. The others were delivered after it. */
  acceptedAmid: number;
  notifications: number;
  deliveries: { attempts: number; failed: number; duplicates: number };
  /** Members that exited without being killed. */
  ownEnds: string[];
  /** Seconds from the last kill until everything was delivered and ingested. */
  recoveryS: number;
  losses: Losses;
  history: HistoryFaults;
  /** Kept counts of the board that differ from a count of all rows. */
  wrongCounts: string[];
  before: Difference[];
  after: Difference[];
  roundS: number;
};

const KILL_EVERY_MS = 1_000;
const DUPLICATE_RATE = 0.1;
const DAY_MS = 86_400_000;
const MAX_KILLING_MS = 1_200_000;
const YEAR_MS = 365 * DAY_MS;

/**
 * Kills one random process a second until there were enough kills and the prepared notifications are delivered. See
 * `calmerMs`.
 */
async function killMany(fleet: Fleet, options: KillRunOptions, last: number) {
  const { seed, kills: min, maxKills: mostKills, calmerMs, minUp: leastUp, say } = options;
  const rng = openRng(seed);
  const counted: Record<Kind, number> = { dashboard: 0, worker: 0, service: 0, postgres: 0 };
  const begun = Date.now();
  for (let kills = 0, done = false; !done; ) {
    const next = Date.now() + (kills < mostKills ? KILL_EVERY_MS : (calmerMs ?? KILL_EVERY_MS));
    const status = fleet.members.filter((member) => member.state() === "up");
    if (status.length >= leastUp) {
      const victim = rng.pick(status);
      kills += 1;
      counted[victim.kind] += 1;
      await victim.kill();
      const counts = await countUnderWay(fleet).catch(() => null);
      const delivered = (await countUndelivered(fleet, last).catch(() => 1)) === 0;
      done = kills >= min && (delivered || (calmerMs === undefined && kills >= mostKills));
      if (kills % 10 === 0 && counts) say?.(`  ${kills} kills, ${JSON.stringify(counts)}`);
    }
    if (Date.now() - begun > MAX_KILLING_MS) throw new Error(`only ${kills} kills were possible`);
    await pause(Math.max(0, next - Date.now()));
  }
  return { kills: counted, killingS: (Date.now() - begun) / 1_000 };
}

/**
 * Kills a random process once a second while thousands of notifications are delivered, duplicated and shuffled, and
 * more are created. Reports the state of the dashboard directly afterwards and after one sync run.
 */
export async function killAndCompare(options: KillRunOptions, onEnd: (undo: Undo) => void): Promise<KillRun> {
  const { seed, windowMs, perSecond, notifications, say } = options;
  const began = Date.now();
  const elapsed = () => `${((Date.now() - began) / 1_000).toFixed(0)} s`;
  const deliveries = new Deliveries(seed, DUPLICATE_RATE, windowMs);
  const from = new Date(Date.now() - options.days * DAY_MS);
  const { containers, programs, clusterSettings } = options;
  const fleet = await startFleet(
    {
      ...{ from, containers, programs, clusterSettings, seed: `faults-${seed}` },
      onPassed: (passed) => deliveries.heard(passed),
    },
    onEnd,
  );
  deliveries.publicUrl = fleet.publicUrl;
  await holdDeliveriesBack(fleet.store, seed, YEAR_MS);
  say?.(`  the account is loaded, ${elapsed()}`);
  for (const member of [...fleet.dashboards, ...fleet.workers]) await member.stop();
  const world = await openWorld(fleet.store, from);
  await world.report(notifications);
  await world.close();
  say?.(`  the notifications are made, ${elapsed()}`);
  await holdDeliveriesBack(fleet.store, seed, windowMs);
  for (const member of [...fleet.dashboards, ...fleet.workers]) member.start();
  fleet.serviceSettings.SIM_PAUSED = "false";
  await fleet.service.kill();
  for (const member of [fleet.postgres, ...fleet.members]) await member.untilUp();
  const last = await lastMade(fleet);
  await release(fleet.store, { seed, windowMs, perSecond });
  const { kills, killingS } = await killMany(fleet, options, last);
  const killed = Date.now();
  const acceptedAmid = deliveries.accepted.size;
  say?.(`  the killing is over, ${elapsed()}`);
  fleet.serviceSettings.SIM_PAUSED = "true";
  await fleet.service.kill();
  for (const member of [fleet.postgres, ...fleet.members]) await member.untilUp();
  await finalize(fleet, deliveries);
  const recoveryS = (Date.now() - killed) / 1_000;
  const losses = await findLosses(fleet, deliveries);
  const before = await compareWithTruth(fleet.dashboard.db, fleet.store);
  const rounding = Date.now();
  say?.(`  everything is delivered and taken in, ${elapsed()}`);
  await options.round(fleet);
  const roundS = (Date.now() - rounding) / 1_000;
  await finalize(fleet, deliveries);
  const { attempts, failed, duplicates } = deliveries;
  return {
    kills,
    killingS,
    acceptedAmid,
    notifications: losses.notifications,
    deliveries: { attempts, failed, duplicates },
    ownEnds: fleet.members.flatMap(({ name, ownEnds }) => ownEnds().map((text) => `${name}: ${text}`)),
    recoveryS,
    losses,
    history: await checkHistory(fleet.dashboard.db, fleet.store),
    wrongCounts: await findWrongBoardCounts(fleet.dashboard.db, new Date()),
    before,
    after: await compareWithTruth(fleet.dashboard.db, fleet.store),
    roundS,
  };
}
