import { and, asc, eq, isNotNull, lte, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { type Loop, startLoop } from "@/lib/platform/queue/loop";
import type { WorldClock } from "@/tracking-service/clock/world-clock";
import type { SourceContext } from "@/tracking-service/sources/source";
import { type Database, isDatabaseAway } from "@/tracking-service/store/database";
import { journeys } from "@/tracking-service/store/schema";
import { report } from "./emit-reports";
import { planOf, unpark } from "./journeys";
import { lagWarning } from "./lag-warning";
import { nameExpectedContainers } from "./pending-containers";
import { type Moment, momentsBetween } from "./steps";

/** Number of journeys per run. Their steps are reported in order of time before the next run. */
const ROUND = 5_000;
const MAX_SLEEP_MS = 1_000;
/** A journey whose report fails is postponed, so that it does not delay others. */
const PUT_OFF_MS = 5 * 60_000;

type Due = { containerId: string; moment: Moment };

async function dueMoments(db: Database, now: Date): Promise<Due[]> {
  const rows = await db
    .select()
    .from(journeys)
    .where(and(isNotNull(journeys.nextStepAt), lte(journeys.nextStepAt, now)))
    .orderBy(asc(journeys.nextStepAt))
    .limit(ROUND);
  const due = rows.flatMap(({ containerId, input, publishedUntil }) =>
    momentsBetween(planOf(input), publishedUntil.getTime(), now.getTime(), false).map((moment) => ({
      containerId,
      moment,
    })),
  );
  return due.sort((a, b) => a.moment.at - b.moment.at);
}

async function earliestStep(db: Database): Promise<Date | null> {
  const [next] = await db
    .select({ at: sql<Date | null>`min(${journeys.nextStepAt})`.mapWith(journeys.nextStepAt) })
    .from(journeys);
  return next?.at ?? null;
}

function sleepUntil(at: Date | null, clock: WorldClock): number {
  const wait = at ? clock.wallMsUntil(at) : MAX_SLEEP_MS;
  return Math.min(Math.max(wait, 10), MAX_SLEEP_MS);
}

export type Ticker = { db: Database; log: Logger; now: () => Date };

/**
 * Reports everything that is due, in order: late named containers first, then steps. Resolves to the number of both.
 */
export async function reportDue(
  { db, log, now }: Ticker,
  stopping: () => boolean = () => false,
): Promise<number> {
  await unpark(db);
  let reported = await nameExpectedContainers(db, now());
  const due = await dueMoments(db, now());
  const failed = new Set<string>();
  for (const { containerId, moment } of due) {
    if (stopping()) break;
    if (failed.has(containerId)) continue;
    try {
      const applied = await report(db, containerId, moment, { now, asIfNow: false });
      if (applied) reported += 1;
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      failed.add(containerId);
      log.error({ err: error, containerId }, "journey put off: its step could not be reported");
      const later = new Date(now().getTime() + PUT_OFF_MS);
      await db.update(journeys).set({ nextStepAt: later }).where(eq(journeys.containerId, containerId));
    }
  }
  return reported;
}

/** Runs the simulation in simulation time: missed steps first, then every step when it is due. */
export function startTicker({ db, log, clock }: SourceContext): Loop {
  const watchLag = lagWarning({ log, clock });
  return startLoop("simulation", { log, isOutage: isDatabaseAway }, async (stopping) => {
    const begun = Date.now();
    const reported = await reportDue({ db, log, now: clock.now }, stopping);
    if (reported > 100) log.info({ reported, ms: Date.now() - begun }, "simulation caught up");
    const earliest = await earliestStep(db);
    watchLag(earliest);
    return reported > 0 ? 0 : sleepUntil(earliest, clock);
  });
}
