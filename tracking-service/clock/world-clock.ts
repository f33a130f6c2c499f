import type { Logger } from "pino";
import { type Loop, startLoop } from "@/lib/platform/queue/loop";
import { type Database, isDatabaseAway } from "@/tracking-service/store/database";
import { worldClock } from "@/tracking-service/store/sources-schema";

/**
 * Simulation time, which may run faster than the wall clock (SIM_SPEED). Records, milestones, estimates and windows use
 * simulation time. Rate limits, deliveries and keys use the wall clock.
 */
export type WorldClock = {
  now(): Date;
  /** Wall clock milliseconds until the simulation reaches an instant. Negative when it has passed. */
  wallMsUntil(at: Date): number;
  readonly speed: number;
};

/** How far ahead a fast clock stores its limit, in wall clock milliseconds. After a kill the time never goes back. */
const NOTED_AHEAD_MS = 3_000;
const NOTE_EVERY_MS = 1_000;

type Anchor = { worldAt: number; wallAt: number; speed: number };

const shown = ({ worldAt, wallAt, speed }: Anchor, wall: number) => worldAt + (wall - wallAt) * speed;

function clockOf(anchor: Anchor, wall: () => Date): WorldClock {
  const now = () => shown(anchor, wall().getTime());
  return {
    now: () => new Date(now()),
    wallMsUntil: (at) => (at.getTime() - now()) / anchor.speed,
    speed: anchor.speed,
  };
}

async function readNote(db: Database) {
  const [note] = await db.select().from(worldClock);
  return note ?? null;
}

async function note(db: Database, anchor: Anchor, limitAt: number): Promise<void> {
  const row = {
    worldAt: new Date(anchor.worldAt),
    wallAt: new Date(anchor.wallAt),
    speed: anchor.speed,
    limitAt: new Date(limitAt),
  };
  await db
    .insert(worldClock)
    .values({ one: true, ...row })
    .onConflictDoUpdate({ target: worldClock.one, set: row });
}

/** Reads the simulation clock of a running service once. Used by commands that run next to the service. */
export async function readWorldClock(db: Database, wall: () => Date): Promise<WorldClock> {
  const noted = await readNote(db);
  if (!noted) return clockOf({ worldAt: wall().getTime(), wallAt: wall().getTime(), speed: 1 }, wall);
  const anchor = { worldAt: noted.worldAt.getTime(), wallAt: noted.wallAt.getTime(), speed: noted.speed };
  const running = clockOf(anchor, wall);
  if (anchor.speed === 1) return running;
  const limit = noted.limitAt.getTime();
  return { ...running, now: () => new Date(Math.min(running.now().getTime(), limit)) };
}

/**
 * Resumes the simulation clock. Time spent stopped counts at wall speed, whatever the speed. Without a stored row at
 * speed 1, the wall clock applies.
 */
async function anchorFor(db: Database, speed: number, wall: number): Promise<Anchor | null> {
  const noted = await readNote(db);
  if (!noted && speed === 1) return null;
  if (!noted) return { worldAt: wall, wallAt: wall, speed };
  const before = { worldAt: noted.worldAt.getTime(), wallAt: noted.wallAt.getTime(), speed: noted.speed };
  if (before.speed === 1) return { worldAt: shown(before, wall), wallAt: wall, speed };
  const notedAt = before.wallAt + (noted.limitAt.getTime() - before.worldAt) / before.speed;
  const stoppedFor = Math.max(0, wall - notedAt);
  return { worldAt: noted.limitAt.getTime() + stoppedFor, wallAt: wall, speed };
}

export type RunningClock = WorldClock & Pick<Loop, "stop">;

/** Starts the simulation clock at a speed from 1 to 10,000. `wall` returns the wall clock time. */
export async function startWorldClock(
  { db, log, wall }: { db: Database; log: Logger; wall: () => Date },
  speed: number,
): Promise<RunningClock> {
  const anchor = await anchorFor(db, speed, wall().getTime());
  if (!anchor) {
    const plain: WorldClock = {
      now: wall,
      wallMsUntil: (at) => at.getTime() - wall().getTime(),
      speed: 1,
    };
    return { ...plain, stop: async () => undefined };
  }
  const clock = clockOf(anchor, wall);
  await note(db, anchor, shown(anchor, wall().getTime() + NOTED_AHEAD_MS));
  if (speed === 1) return { ...clock, stop: async () => undefined };
  const noting = startLoop("clock", { log, isOutage: isDatabaseAway }, async () => {
    await note(db, anchor, shown(anchor, wall().getTime() + NOTED_AHEAD_MS));
    return NOTE_EVERY_MS;
  });
  return {
    ...clock,
    stop: async () => {
      await noting.stop();
      await note(db, anchor, clock.now().getTime()).catch((error) => {
        log.warn({ err: error }, "the world's clock could not be noted");
      });
    },
  };
}
