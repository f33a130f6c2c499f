import { eq } from "drizzle-orm";
import { iso } from "@/tracking-service/clock/instant";
import { announce } from "@/tracking-service/deliveries/enqueue";
import { type Applied, applyReport } from "@/tracking-service/facts/apply-report";
import type { DataSource, Milestone } from "@/tracking-service/facts/attributes";
import { recordShipment } from "@/tracking-service/facts/record-shipment";
import type { FactsDelta } from "@/tracking-service/facts/state-diff";
import { stopTracking, stopWhenAllReturned } from "@/tracking-service/facts/tracking-stop";
import { journeyPlan } from "@/tracking-service/sources/simulation/plan/journey-plan";
import type { JourneyPlan } from "@/tracking-service/sources/simulation/plan/plan";
import { SIZES_REPEAT_AFTER } from "@/tracking-service/sources/simulation/plan/stages";
import type { Database, Transaction } from "@/tracking-service/store/database";
import type { RawEvent } from "@/tracking-service/store/raw-event";
import { journeys, simulations, trackingRequests } from "@/tracking-service/store/schema";
import { factsAt, shipmentAt } from "./facts-at";
import { containerAt, follow, journeyRow, lockJourney, park, planOf } from "./journeys";
import { expectContainers } from "./pending-containers";
import { rawEventsAt } from "./raw-view";
import { requestRow } from "./request-row";
import { type Moment, type Step, stepAt } from "./steps";

function originOf(step: Step): DataSource {
  if (step.kind === "terminal-check") return "terminal";
  return step.milestones[0]?.dataSource ?? "shipping_line";
}

/** Returns the facts with one instant replaced by another in every member. */
function moved<T extends object>(facts: T, from: string, to: string): T {
  const copy = { ...facts };
  for (const key in copy) if (copy[key] === from) Object.assign(copy, { [key]: to });
  return copy;
}

/** Returns a step as if it happened at another instant than planned. No event in it is later than that instant. */
function asIfAt(step: Step, at: string): { delta: FactsDelta; milestones: Milestone[] } {
  const planned = iso(step.at);
  const from = [
    planned,
    ...step.milestones.map((milestone) => milestone.at).filter((reported) => reported > at),
  ];
  const shifted = <T extends object>(facts: T) =>
    from.reduce((changed, instant) => moved(changed, instant, at), facts);
  const { delta } = step;
  return {
    delta: { ...delta, container: shifted(delta.container), shipment: shifted(delta.shipment) },
    milestones: step.milestones.map((milestone) =>
      from.includes(milestone.at) ? { ...milestone, at } : milestone,
    ),
  };
}

/** The line's raw events as of a step. Steps that check only terminals do not change them. */
function rawEventsOf(plan: JourneyPlan, { kind, at }: Moment, limit: Date): RawEvent[] | undefined {
  if (kind !== "milestone" && kind !== "report") return undefined;
  const latest = iso(limit.getTime());
  return rawEventsAt(plan, at).map((event) =>
    !event.estimated && event.at !== null && event.at > latest ? { ...event, at: latest } : event,
  );
}

/** Creates the successor of an ended shipment: tracked from now on, with the same size and new numbers. */
async function succeed(tx: Transaction, accountId: string, ended: JourneyPlan, now: Date): Promise<void> {
  const [simulated] = await tx.select().from(simulations).where(eq(simulations.accountId, accountId));
  if (!simulated) return;
  const period = Math.ceil(simulated.containers / SIZES_REPEAT_AFTER) * SIZES_REPEAT_AFTER;
  const start = now.getTime();
  const plans = Array.from({ length: ended.voyage.size }, (_, place) => ended.input.index + period + place)
    .filter((index) => index % period < simulated.containers)
    .map((index) => journeyPlan({ ...ended.input, index, start, entry: "fresh", former: false }));
  const first = plans[0];
  if (!first) return;
  const request = requestRow(accountId, first, now);
  const named = first.voyage.containersKnownAt <= start;
  await recordShipment(
    tx,
    {
      accountId,
      shipmentId: first.voyage.shipmentId,
      requestNumber: first.voyage.billOfLading,
      facts: shipmentAt(first.voyage, start),
      containers: named ? plans.map((plan) => containerAt(plan, start)) : [],
      own: { refNumbers: [], tags: [], customerName: null },
    },
    now,
  );
  await tx.insert(trackingRequests).values(request);
  if (named) await follow(tx, accountId, plans, start);
  else await expectContainers(tx, accountId, plans);
  const reference = { type: "tracking_request", id: request.id } as const;
  await announce(tx, accountId, [{ event: "tracking_request.succeeded", reference }], now);
}

export type Telling = {
  /**
   * The time of the report. It is read after the journey's row is locked, so that notification times are close to the
   * commit.
   */
  now: () => Date;
  /** Report the step as happening now, whatever its planned instant. */
  asIfNow: boolean;
};

/** Applies the effects of a reported step on the shipment as a whole. */
async function endShipment(tx: Transaction, plan: JourneyPlan, step: Step, now: Date): Promise<void> {
  const { shipmentId } = plan.voyage;
  if (step.kind === "cancellation") {
    await stopTracking(tx, { shipmentId, reason: "booking_cancelled", byKeyId: null }, now);
  }
  // Seeded shipments may have ended before any notification.
  if (step.kind === "succession") await stopWhenAllReturned(tx, shipmentId, now);
}

/**
 * Reports one step of a journey in one transaction: facts, milestones, notifications and the journey's progress.
 * Returns null when the step was already reported, the container is not simulated, or its shipment is not tracked. An
 * untracked journey is parked, and its steps are reported after tracking resumes.
 */
export async function report(
  db: Database,
  containerId: string,
  moment: Moment,
  { now: clock, asIfNow }: Telling,
): Promise<Applied | null> {
  return db.transaction(async (tx) => {
    const journey = await lockJourney(tx, containerId);
    if (!journey || journey.parked || journey.publishedUntil.getTime() >= moment.at) return null;
    const now = clock();
    const plan = planOf(journey.input);
    const { step } = stepAt(plan, factsAt(plan, journey.publishedUntil.getTime()), moment);
    if (step.kind === "succession") await succeed(tx, journey.accountId, plan, now);
    const message = asIfNow ? asIfAt(step, iso(now.getTime())) : step;
    const applied = await applyReport(
      tx,
      {
        containerId,
        delta: message.delta,
        milestones: message.milestones,
        withdrawn: step.withdrawn,
        rawEvents: rawEventsOf(plan, moment, now),
        dataSource: originOf(step),
      },
      now,
    );
    // After a booking is cancelled, only the step to its successor is reported.
    if (!applied && step.kind !== "succession" && plan.voyage.cancelledAt === null) {
      await park(tx, containerId);
      return null;
    }
    await endShipment(tx, plan, step, now);
    const { publishedUntil, nextStepAt } = journeyRow(journey.accountId, plan, moment.at);
    await tx
      .update(journeys)
      .set({ publishedUntil, nextStepAt })
      .where(eq(journeys.containerId, containerId));
    return applied;
  });
}
