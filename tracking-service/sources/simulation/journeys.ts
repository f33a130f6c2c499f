import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { REQUEST_TYPES } from "@/lib/contract/enums";
import { journeyPlan } from "@/tracking-service/sources/simulation/plan/journey-plan";
import type { JourneyInput, JourneyPlan } from "@/tracking-service/sources/simulation/plan/plan";
import type { FoundContainer } from "@/tracking-service/sources/source";
import type { Database, Transaction } from "@/tracking-service/store/database";
import { containers, journeys, shipments } from "@/tracking-service/store/schema";
import { factsAt } from "./facts-at";
import { historyAt } from "./milestone-reports";
import { rawEventsAt } from "./raw-view";
import { fixedMoments, momentAfter } from "./steps";

const inputSchema = z.object({
  seed: z.string(),
  index: z.number().int(),
  start: z.number(),
  entry: z.enum(["seeded", "fresh", "requested"]),
  checkEveryMs: z.number(),
  former: z.boolean().optional(),
  asked: z
    .object({
      requestId: z.string(),
      number: z.string(),
      requestType: z.enum(REQUEST_TYPES),
      scac: z.string(),
    })
    .optional(),
});

/** The plans for a list of inputs. */
export function plansOf(inputs: unknown): JourneyPlan[] {
  return z.array(z.unknown()).parse(inputs).map(planOf);
}

/** The plan of a journey's row. */
export function planOf(input: unknown): JourneyPlan {
  return journeyPlan(inputSchema.parse(input) satisfies JourneyInput);
}

/** A planned container as a carrier reports it at an instant (milliseconds UTC). */
export function containerAt(plan: JourneyPlan, at: number): FoundContainer {
  const facts = factsAt(plan, at);
  return {
    id: plan.containerId,
    facts,
    history: historyAt(plan, at, facts.container.current_status),
    rawEvents: rawEventsAt(plan, at),
  };
}

/** The row of a journey that is reported up to an instant. */
export function journeyRow(
  accountId: string,
  plan: JourneyPlan,
  publishedUntil: number,
): typeof journeys.$inferInsert {
  const next = momentAfter(plan, fixedMoments(plan), publishedUntil);
  return {
    containerId: plan.containerId,
    accountId,
    input: plan.input,
    publishedUntil: new Date(publishedUntil),
    nextStepAt: next ? new Date(next.at) : null,
    parked: false,
  };
}

/** The channel that notifies a running simulation of journeys started or changed by another process. */
export const JOURNEYS_CHANNEL = "journeys";

export async function follow(
  tx: Transaction,
  accountId: string,
  plans: JourneyPlan[],
  from: number,
): Promise<void> {
  await tx.insert(journeys).values(plans.map((plan) => journeyRow(accountId, plan, from)));
  await tx.execute(sql`select pg_notify(${JOURNEYS_CHANNEL}, '')`);
}

/** Stops reports about a journey until its shipment is tracked again. */
export async function park(tx: Transaction, containerId: string): Promise<void> {
  await tx
    .update(journeys)
    .set({ parked: true, nextStepAt: null })
    .where(eq(journeys.containerId, containerId));
}

/** Resumes parked journeys whose shipments are tracked again, from their last reported step. */
export async function unpark(db: Database): Promise<void> {
  const rows = await db
    .select({ journey: journeys })
    .from(journeys)
    .innerJoin(containers, eq(containers.id, journeys.containerId))
    .innerJoin(shipments, eq(shipments.id, containers.shipmentId))
    .where(and(eq(journeys.parked, true), isNull(shipments.trackingStoppedAt)));
  for (const { journey } of rows) {
    const { containerId, accountId, publishedUntil } = journey;
    const { nextStepAt, parked } = journeyRow(accountId, planOf(journey.input), publishedUntil.getTime());
    await db
      .update(journeys)
      .set({ nextStepAt, parked })
      .where(and(eq(journeys.containerId, containerId), eq(journeys.publishedUntil, publishedUntil)));
  }
}

/** Locks a journey's row until the transaction ends. Null when the container is not simulated. */
export async function lockJourney(tx: Transaction, containerId: string) {
  const [row] = await tx.select().from(journeys).where(eq(journeys.containerId, containerId)).for("update");
  return row ?? null;
}
