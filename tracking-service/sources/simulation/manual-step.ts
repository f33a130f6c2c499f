import { asc, eq, isNotNull } from "drizzle-orm";
import type { Applied } from "@/tracking-service/facts/apply-report";
import type { JourneyPlan } from "@/tracking-service/sources/simulation/plan/plan";
import type { Database } from "@/tracking-service/store/database";
import { journeys } from "@/tracking-service/store/schema";
import { report } from "./emit-reports";
import { factsAt } from "./facts-at";
import { planOf } from "./journeys";
import { CHECK_TIMES, fixedMoments, hasChanges, type Moment, momentAfter, stepAt } from "./steps";

/** A step that changes only the times of checks is not counted. */
const tellsSomething = ({ events, changes }: Applied) =>
  events.length > 0 || Object.keys(changes).some((field) => !CHECK_TIMES.test(field));

type Reported = { applied: Applied | null };

/**
 * The next moment of a journey. With `onlyChanges` checks without news are passed over: each would cost a transaction,
 * and a terminal is checked every few minutes. Null when there are no more.
 */
function momentOf(plan: JourneyPlan, from: number, onlyChanges: boolean): Moment | null {
  const fixed = fixedMoments(plan);
  let moment = momentAfter(plan, fixed, from);
  if (!onlyChanges) return moment;
  const before = factsAt(plan, from);
  while (moment !== null && !hasChanges(stepAt(plan, before, moment).step))
    moment = momentAfter(plan, fixed, moment.at);
  return moment;
}

/** Reports the next step of a journey as if it happened now. Null when there are no more steps. */
async function reportNext(
  db: Database,
  containerId: string,
  now: Date,
  onlyChanges = false,
): Promise<Reported | null> {
  const [row] = await db.select().from(journeys).where(eq(journeys.containerId, containerId));
  if (!row || row.nextStepAt === null) return null;
  const moment = momentOf(planOf(row.input), row.publishedUntil.getTime(), onlyChanges);
  return moment && { applied: await report(db, containerId, moment, { now: () => now, asIfNow: true }) };
}

/** Reports the next `count` steps with changes, due or not, as if they happened now. */
export async function stepJourney(
  db: Database,
  containerId: string,
  count: number,
  now: Date,
): Promise<Applied[]> {
  const reported: Applied[] = [];
  while (reported.length < count) {
    const next = await reportNext(db, containerId, now, true);
    if (!next) break;
    if (next.applied && tellsSomething(next.applied)) reported.push(next.applied);
  }
  return reported;
}

/** The same for all journeys of an account, in the order of their due times. */
export async function stepAccount(db: Database, count: number, now: Date): Promise<Applied[]> {
  const reported: Applied[] = [];
  while (reported.length < count) {
    const [row] = await db
      .select({ containerId: journeys.containerId })
      .from(journeys)
      .where(isNotNull(journeys.nextStepAt))
      .orderBy(asc(journeys.nextStepAt), asc(journeys.containerId))
      .limit(1);
    const next = row ? await reportNext(db, row.containerId, now) : null;
    if (!next) break;
    if (next.applied && tellsSomething(next.applied)) reported.push(next.applied);
  }
  return reported;
}
