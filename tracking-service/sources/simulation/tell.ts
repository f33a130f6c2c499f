import { eq } from "drizzle-orm";
import { announce } from "@/tracking-service/deliveries/announce";
import { type Applied, applyReport } from "@/tracking-service/facts/apply-report";
import type { FactsDelta } from "@/tracking-service/facts/difference";
import type { DataSource, Milestone } from "@/tracking-service/facts/facts";
import { recordShipment } from "@/tracking-service/facts/record-shipment";
import { iso } from "@/tracking-service/instant";
import type { Database, Transaction } from "@/tracking-service/store/database";
import { journeys, simulations, trackingRequests } from "@/tracking-service/store/schema";
import { factsAt } from "./facts-at";
import { journeyPlan } from "./journey-plan";
import { boxAt, follow, journeyRow, lockJourney, planOf } from "./journeys";
import type { JourneyPlan } from "./plan";
import { requestRow } from "./seed-account";
import { SIZES_REPEAT_AFTER } from "./stages";
import { type Moment, type Step, stepAt } from "./steps";

function originOf(step: Step): DataSource {
  if (step.kind === "terminal-check") return "terminal";
  return step.milestones[0]?.dataSource ?? "shipping_line";
}

/** The facts with one instant put in another's place, wherever it stands as a member of its own. */
function moved<T extends object>(facts: T, from: string, to: string): T {
  const copy = { ...facts };
  for (const key in copy) if (copy[key] === from) Object.assign(copy, { [key]: to });
  return copy;
}

/** A step told as though it happened at another instant than the plan's. */
function asIfAt(step: Step, at: string): { delta: FactsDelta; milestones: Milestone[] } {
  const planned = iso(step.at);
  const { delta } = step;
  return {
    delta: {
      ...delta,
      container: moved(delta.container, planned, at),
      shipment: moved(delta.shipment, planned, at),
    },
    milestones: step.milestones.map((milestone) => ({ ...milestone, at })),
  };
}

/** The shipment that takes an ended one's place: newly tracked now, of the same size, under other numbers. */
async function succeed(tx: Transaction, accountId: string, ended: JourneyPlan, now: Date): Promise<void> {
  const [simulated] = await tx.select().from(simulations).where(eq(simulations.accountId, accountId));
  if (!simulated) return;
  const period = Math.ceil(simulated.containers / SIZES_REPEAT_AFTER) * SIZES_REPEAT_AFTER;
  const start = now.getTime();
  const plans = Array.from({ length: ended.voyage.size }, (_, place) => ended.input.index + period + place)
    .filter((index) => index % period < simulated.containers)
    .map((index) => journeyPlan({ ...ended.input, index, start, entry: "fresh" }));
  const first = plans[0];
  if (!first) return;
  const request = requestRow(accountId, first, now);
  await recordShipment(
    tx,
    {
      accountId,
      shipmentId: first.voyage.shipmentId,
      requestNumber: first.voyage.billOfLading,
      boxes: plans.map((plan) => boxAt(plan, start)),
      own: { refNumbers: [], tags: [], customerName: null },
    },
    now,
  );
  await tx.insert(trackingRequests).values(request);
  await follow(tx, accountId, plans, start);
  const reference = { type: "tracking_request", id: request.id } as const;
  await announce(tx, accountId, [{ event: "tracking_request.succeeded", reference }], now);
}

export type Telling = {
  /** When the step is told. */
  now: Date;
  /** Told as though it happened now, whatever instant the plan gives it. */
  asIfNow: boolean;
};

/**
 * Tells one step of a journey: facts, milestones, notifications and how far the journey is told, in one
 * transaction. Null when it was told already or the container is not simulated.
 */
export async function tell(
  db: Database,
  containerId: string,
  moment: Moment,
  { now, asIfNow }: Telling,
): Promise<Applied | null> {
  return db.transaction(async (tx) => {
    const journey = await lockJourney(tx, containerId);
    if (!journey || journey.toldUntil.getTime() >= moment.at) return null;
    const plan = planOf(journey.input);
    const { step } = stepAt(plan, factsAt(plan, journey.toldUntil.getTime()), moment);
    if (step.kind === "succession") await succeed(tx, journey.accountId, plan, now);
    const said = asIfNow ? asIfAt(step, iso(now.getTime())) : step;
    const report = {
      containerId,
      delta: said.delta,
      milestones: said.milestones,
      dataSource: originOf(step),
    };
    const applied = await applyReport(tx, report, now);
    const { toldUntil, nextStepAt } = journeyRow(journey.accountId, plan, moment.at);
    await tx.update(journeys).set({ toldUntil, nextStepAt }).where(eq(journeys.containerId, containerId));
    return applied;
  });
}
