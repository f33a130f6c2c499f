import { and, asc, eq, isNull, lte } from "drizzle-orm";
import { recordContainers } from "@/tracking-service/facts/record-shipment";
import type { JourneyPlan } from "@/tracking-service/sources/simulation/plan/plan";
import type { Database, Transaction } from "@/tracking-service/store/database";
import { shipments } from "@/tracking-service/store/schema";
import { expectedContainers } from "@/tracking-service/store/sources-schema";
import { containerAt, follow, plansOf } from "./journeys";

/** Stores the containers of a booking that its line will name later. */
export async function expectContainers(
  tx: Transaction,
  accountId: string,
  plans: JourneyPlan[],
): Promise<void> {
  const [first] = plans;
  if (!first) return;
  const { shipmentId, containersKnownAt } = first.voyage;
  const inputs = plans.map(({ input }) => input);
  await tx
    .insert(expectedContainers)
    .values({ shipmentId, accountId, dueAt: new Date(containersKnownAt), inputs });
}

/** Records the containers of one booking that the line has named by now. Returns false when there is none. */
async function nameNext(db: Database, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [due] = await tx
      .select({ booking: expectedContainers })
      .from(expectedContainers)
      .innerJoin(shipments, eq(shipments.id, expectedContainers.shipmentId))
      .where(and(lte(expectedContainers.dueAt, now), isNull(shipments.trackingStoppedAt)))
      .orderBy(asc(expectedContainers.dueAt))
      .limit(1)
      .for("update", { skipLocked: true });
    if (!due) return false;
    const { shipmentId, accountId, inputs } = due.booking;
    const plans = plansOf(inputs);
    const at = now.getTime();
    await recordContainers(
      tx,
      { accountId, shipmentId },
      plans.map((plan) => containerAt(plan, at)),
      now,
    );
    await follow(tx, accountId, plans, at);
    await tx.delete(expectedContainers).where(eq(expectedContainers.shipmentId, shipmentId));
    return true;
  });
}

/** Records the containers of every tracked booking that the line has named by now. Returns the number of bookings. */
export async function nameExpectedContainers(db: Database, now: Date): Promise<number> {
  let named = 0;
  while (await nameNext(db, now)) named += 1;
  return named;
}
