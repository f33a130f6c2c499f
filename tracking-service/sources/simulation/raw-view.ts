import { HOUR_MS, iso, millis } from "@/tracking-service/clock/instant";
import type { Milestone } from "@/tracking-service/facts/attributes";
import { listMilestones } from "@/tracking-service/sources/simulation/plan/milestones";
import type { JourneyPlan } from "@/tracking-service/sources/simulation/plan/plan";
import { vesselId } from "@/tracking-service/sources/simulation/world/catalog";
import { PORTS } from "@/tracking-service/sources/simulation/world/ports";
import { METRO_AREAS } from "@/tracking-service/sources/simulation/world/ramps";
import { FORMER_VESSELS, VESSELS } from "@/tracking-service/sources/simulation/world/vessels";
import type { RawEvent } from "@/tracking-service/store/raw-event";
import { estimateAt } from "./estimate-at";
import { listTellings, type Telling } from "./milestone-reports";

/** Event descriptions as lines write them. */
const LABELS: Readonly<Record<string, string>> = {
  empty_out: "Gate out empty",
  full_in: "Gate in full",
  vessel_loaded: "Loaded on vessel",
  vessel_departed: "Vessel departure",
  transshipment_arrived: "Vessel arrival, transshipment port",
  transshipment_discharged: "Transshipment discharge",
  transshipment_loaded: "Transshipment load",
  transshipment_departed: "Vessel departure, transshipment port",
  feeder_loaded: "Loaded on feeder",
  feeder_departed: "Feeder departure",
  feeder_arrived: "Feeder arrival",
  feeder_discharged: "Discharged from feeder",
  vessel_arrived: "Vessel arrival",
  vessel_berthed: "Vessel berthed",
  vessel_discharged: "Discharged",
  rail_loaded: "Loaded on rail",
  rail_departed: "Rail departure",
  rail_arrived: "Rail arrival",
  arrived_at_inland_destination: "Arrived at inland destination",
  rail_unloaded: "Unloaded from rail",
  full_out: "Gate out full",
  empty_in: "Empty return",
};

const names = new Map([...PORTS, ...METRO_AREAS].map(({ code, name }) => [code, name]));
const vessels = new Map([...VESSELS, ...FORMER_VESSELS].map((vessel) => [vesselId(vessel.imo), vessel]));

function rawEvent(
  { voyage: { line } }: JourneyPlan,
  milestone: Milestone,
  version: number,
  message: Pick<RawEvent, "at" | "estimated" | "createdAt">,
) {
  const { event, locode, location, timezone, voyage } = milestone;
  const vessel = milestone.vessel ? vessels.get(milestone.vessel.id) : undefined;
  return {
    key: `${event}@${locode ?? ""}${version === 0 ? "" : `/${version}`}`,
    event,
    original: LABELS[event] ?? event,
    ...message,
    timezone,
    place: names.get(locode ?? "") ?? null,
    locode,
    location,
    terminal: milestone.terminal,
    vessel:
      vessel && milestone.vessel ? { id: milestone.vessel.id, name: vessel.name, imo: vessel.imo } : null,
    voyage,
    provider: { name: line.name, scac: line.scac },
  } satisfies RawEvent;
}

/** The milestones reported by the line until an instant. A milestone reported twice appears in both versions. */
function reported(plan: JourneyPlan, now: number): RawEvent[] {
  const versions = new Map<string, number>();
  const past = listTellings(plan).filter(
    (telling): telling is Extract<Telling, { milestone: Milestone }> =>
      "milestone" in telling && telling.at <= now && telling.milestone.event in LABELS,
  );
  return past.map(({ at, milestone }) => {
    const name = `${milestone.event}@${milestone.locode ?? ""}`;
    const version = versions.get(name) ?? 0;
    versions.set(name, version + 1);
    const createdAt = iso(Math.max(at, plan.voyage.trackedAt));
    return rawEvent(plan, milestone, version, { at: milestone.at, estimated: false, createdAt });
  });
}

/** The line's expected times of future events, only those with a date. */
function expected({ voyage, container }: JourneyPlan, now: number): Readonly<Record<string, number | null>> {
  const departure = estimateAt(voyage.departureEstimates, voyage.plannedDepartureAt, now);
  const arrival = estimateAt(voyage.estimates, voyage.originalEta, now);
  return {
    vessel_departed: departure,
    feeder_departed: departure,
    vessel_arrived: arrival,
    vessel_discharged: arrival === null ? null : arrival + 12 * HOUR_MS,
    arrived_at_inland_destination: container.rail ? estimateAt(container.rail.estimates, null, now) : null,
  };
}

/**
 * The line's raw events of a planned container at an instant (milliseconds UTC): past and expected ones. Pure function.
 */
export function rawEventsAt(plan: JourneyPlan, now: number): RawEvent[] {
  const { voyage } = plan;
  if (now < voyage.manifestedAt) return [];
  const past = reported(plan, now);
  const seen = new Set(past.map(({ key }) => key));
  const estimates = expected(plan, now);
  const reportedAt = estimatedSince(plan, now);
  const ahead = listMilestones(plan).flatMap((milestone) => {
    const at = estimates[milestone.event] ?? null;
    // A vessel departure is expected only at the port of lading.
    const input = milestone.locode === voyage.pol.code || !milestone.event.endsWith("_departed");
    if (at === null || !input || millis(milestone.at) <= now) return [];
    const event = rawEvent(plan, milestone, 0, { at: iso(at), estimated: true, createdAt: reportedAt });
    return seen.has(event.key) ? [] : [event];
  });
  return [...past, ...ahead];
}

function estimatedSince({ voyage }: JourneyPlan, now: number): string {
  const changes = [...voyage.estimates, ...voyage.departureEstimates].filter(({ at }) => at <= now);
  return iso(Math.max(voyage.trackedAt, ...changes.map(({ at }) => at)));
}
