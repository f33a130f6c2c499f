import { eq } from "drizzle-orm";
import { iso } from "@/tracking-service/clock/instant";
import { measured, speedKnots, trackOf } from "@/tracking-service/geo/track";
import type { RouteLeg } from "@/tracking-service/sources/route";
import { estimateAt } from "@/tracking-service/sources/simulation/estimate-at";
import { planOf } from "@/tracking-service/sources/simulation/journeys";
import { vesselId } from "@/tracking-service/sources/simulation/world/catalog";
import type { Port } from "@/tracking-service/sources/simulation/world/ports";
import type { Vessel } from "@/tracking-service/sources/simulation/world/vessels";
import type { Reader } from "@/tracking-service/store/database";
import { journeys } from "@/tracking-service/store/schema";
import { seenAt } from "./misreports";
import type { VoyagePlan } from "./plan";
import { seaWay } from "./sea-route";

/** A planned leg: true instants, estimates and reported instants. Milliseconds UTC. */
type Leg = {
  from: Port;
  to: Port;
  vessel: Vessel;
  voyage: string;
  leavesAt: number;
  arrivesAt: number;
  etd: number;
  eta: number;
  left: number | null;
  arrived: number | null;
};

/** The legs of a voyage as reported at an instant. */
function reportedLegs(voyage: VoyagePlan, reported: number): Leg[] {
  const { pol, pod, hub, vessel, voyageNumber, departedAt, arrivedAt } = voyage;
  const seen = (event: string | null, truth: number) => seenAt(event, truth, [voyage.misreport], reported);
  const etd = estimateAt(voyage.departureEstimates, null, reported) ?? voyage.plannedDepartureAt;
  const last = {
    to: pod,
    vessel,
    voyage: voyageNumber,
    arrivesAt: arrivedAt,
    eta: estimateAt(voyage.estimates, voyage.originalEta, reported) ?? voyage.originalEta,
    arrived: seen("vessel_arrived", arrivedAt),
  };
  const first = { from: pol, leavesAt: departedAt, etd };
  if (!hub) return [{ ...first, ...last, left: seen("vessel_departed", departedAt) }];
  return [
    {
      ...first,
      to: hub.port,
      vessel: hub.firstVessel,
      voyage: hub.firstVoyage,
      arrivesAt: hub.arriveAt,
      eta: hub.arriveAt,
      left: seen(hub.feederReported ? null : "vessel_departed", departedAt),
      arrived: seen(null, hub.arriveAt),
    },
    { ...last, from: hub.port, leavesAt: hub.departAt, etd: hub.departAt, left: seen(null, hub.departAt) },
  ];
}

/** A vessel between departure and arrival is shown in neither port, whatever its estimates say. */
const NEAREST_TO_PORT = 0.002;

function sailed({ leavesAt, arrivesAt, left, arrived }: Leg, at: number): number {
  if (arrived !== null) return 1;
  if (left === null) return 0;
  const share = (at - leavesAt) / (arrivesAt - leavesAt);
  return Math.min(Math.max(share, NEAREST_TO_PORT), 1 - NEAREST_TO_PORT);
}

function present(leg: Leg, now: number): RouteLeg {
  const { from, to, vessel, left, arrived } = leg;
  const way = measured(
    seaWay(from.code, to.code) ?? [
      [from.longitude, from.latitude],
      [to.longitude, to.latitude],
    ],
  );
  const share = sailed(leg, now);
  const here = Math.max(Math.min(arrived ?? now, now), left ?? 0);
  const instant = (at: number | null) => (at === null ? null : iso(at));
  return {
    from: from.code,
    to: to.code,
    vessel: { id: vesselId(vessel.imo), name: vessel.name, imo: vessel.imo },
    voyage: leg.voyage,
    departure: { expectedAt: iso(leg.etd), actualAt: instant(left) },
    arrival: { expectedAt: iso(leg.eta), actualAt: instant(arrived) },
    speedKnots: speedKnots(way, leg.leavesAt, leg.arrivesAt),
    behind: left === null ? [] : trackOf(way, [0, share], [left, here]),
    ahead: share === 1 ? [] : trackOf(way, [share, 1], aheadTimes(leg, here)),
  };
}

/** The times of the rest of the leg: from now, or from the expected departure, to the expected arrival. */
function aheadTimes({ left, etd, eta }: Leg, here: number): [number, number] {
  const from = left === null ? etd : here;
  return [from, Math.max(eta, from)];
}

/** The sea legs of a simulated container as reported so far. The vessel's position follows the plan at `now`. */
export async function route(reader: Reader, containerId: string, now: Date): Promise<RouteLeg[]> {
  const [journey] = await reader.select().from(journeys).where(eq(journeys.containerId, containerId));
  if (!journey) return [];
  const { voyage } = planOf(journey.input);
  const reported = journey.publishedUntil.getTime();
  const cancelled = voyage.cancelledAt !== null && voyage.cancelledAt <= reported;
  if (reported < voyage.manifestedAt || cancelled) return [];
  return reportedLegs(voyage, reported).map((leg) => present(leg, now.getTime()));
}
