import { asc, eq, isNotNull } from "drizzle-orm";
import type { Applied } from "@/tracking-service/facts/apply-report";
import type { Database } from "@/tracking-service/store/database";
import { journeys } from "@/tracking-service/store/schema";
import { report } from "./emit-reports";
import { planOf } from "./journeys";
import { CHECK_TIMES, fixedMoments, momentAfter } from "./steps";

/** A step that changes only the times of checks is not counted. */
const tellsSomething = ({ events, changes }: Applied) =>
  events.length > 0 || Object.keys(changes).some((field) => !CHECK_TIMES.test(field));

type Reported = { applied: Applied | null };

/** Reports the next step of a journey as if it happened now. Null when there are no more steps. */
async function reportNext(db: Database, containerId: string, now: Date): Promise<Reported | null> {
  const [row] = await db.select().from(journeys).where(eq(journeys.containerId, containerId));
  if (!row || row.nextStepAt === null) return null;
  const plan = planOf(row.input);
  const moment = momentAfter(plan, fixedMoments(plan), row.publishedUntil.getTime());
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
    const next = await reportNext(db, containerId, now);
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
