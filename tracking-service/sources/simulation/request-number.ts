import { eq } from "drizzle-orm";
import { iso } from "@/tracking-service/clock/instant";
import { applyReport } from "@/tracking-service/facts/apply-report";
import type { FactsDelta } from "@/tracking-service/facts/state-diff";
import type { JourneyPlan } from "@/tracking-service/sources/simulation/plan/plan";
import type { Known } from "@/tracking-service/sources/source";
import type { Database } from "@/tracking-service/store/database";
import { journeys } from "@/tracking-service/store/schema";
import { report } from "./emit-reports";
import { factsAt } from "./facts-at";
import { planOf } from "./journeys";
import { momentsBetween } from "./steps";

/**
 * The check times of line, terminal and railway, set to now. A terminal is checked only while the container is there.
 */
function requested(
  { container: found, voyage }: JourneyPlan,
  at: number,
): Pick<FactsDelta, "container" | "shipment"> {
  const now = iso(at);
  const status = (stay: { from: number; to: number } | undefined) =>
    stay !== undefined && stay.from <= at && at < stay.to;
  const atPort = status(found.stay);
  const atRamp = status(found.rail?.stay);
  const container: FactsDelta["container"] = { shipment_last_tracking_request_at: now };
  if (atPort || atRamp) container.terminal_checked_at = now;
  if (atPort) container.pod_last_tracking_request_at = now;
  if (atRamp) container.rail_last_tracking_request_at = now;
  const shipment: FactsDelta["shipment"] = { line_tracking_last_attempted_at: now };
  if (voyage.silentSince === null) shipment.line_tracking_last_succeeded_at = now;
  return { container, shipment };
}

/** Checks a simulated container at once: reports new facts and the time of all checks. */
export async function request(db: Database, containerId: string, now: Date): Promise<Known | null> {
  const [journey] = await db.select().from(journeys).where(eq(journeys.containerId, containerId));
  if (!journey) return null;
  const plan = planOf(journey.input);
  const at = now.getTime();
  for (const moment of momentsBetween(plan, journey.publishedUntil.getTime(), at, false)) {
    await report(db, containerId, moment, { now: () => now, asIfNow: false });
  }
  const { container, shipment } = requested(plan, at);
  const delta = { container, containerPlaces: {}, shipment, shipmentPlaces: {} };
  const applied = await db.transaction((tx) =>
    applyReport(tx, { containerId, delta, milestones: [], dataSource: "shipping_line" }, now),
  );
  return applied && { source: "simulation", requestedAt: now, facts: factsAt(plan, at) };
}
