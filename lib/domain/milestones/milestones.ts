import type { EventName } from "@/lib/contract/events";
import type { Container } from "@/lib/domain/container/container-facts";
import { knownStatus } from "@/lib/domain/container/container-status";
import { destinationZone, moment, podZone } from "@/lib/domain/container/journey";
import {
  emptyReturned,
  isEmptyReturned,
  isInland,
  isPickedUp,
  pickedUp,
} from "@/lib/domain/container/pickup";
import { currentHolds, isActiveHold } from "@/lib/domain/readiness/holds";
import { readiness } from "@/lib/domain/readiness/readiness";
import type { Moment } from "@/lib/domain/time/moment";
import { eventLabel } from "./event-labels";
import { delayText, JOURNEY_STEPS, type JourneyStep, plannedAt } from "./milestone-order";

/** A transport event with the names of its related records (supplement.md, transport_event). */
export type TransportMilestone = {
  event: string;
  at: string | null;
  zone: string | null;
  place: string | null;
  vessel: string | null;
  voyage: string | null;
  source: string | null;
};

/** One line of the timeline. `actual` null: not reached yet, or the source sent no time (then `state` is past). */
export type Milestone = {
  event: string;
  label: string;
  state: "past" | "expected";
  actual: Moment | null;
  planned: Moment | null;
  place: string | null;
  vessel: string | null;
  voyage: string | null;
  source: string | null;
  /** "waits for freight release": the reason why an expected step cannot happen yet. */
  waitsFor: string | null;
  /** "2d after first ETA"; null if no first ETA is known. */
  delay: string | null;
};

const PREFIX = "container.transport.";
const PORT_STEPS: readonly JourneyStep[] = [
  "vessel_loaded",
  "vessel_departed",
  "vessel_arrived",
  "vessel_discharged",
  "available",
  "full_out",
  "empty_in",
];
const INLAND_STEPS: readonly JourneyStep[] = [
  "vessel_loaded",
  "vessel_departed",
  "vessel_arrived",
  "vessel_discharged",
  "rail_loaded",
  "rail_departed",
  "arrived_at_inland_destination",
  "rail_unloaded",
  "available",
  "full_out",
  "empty_in",
];

function orderOf(event: string): number {
  const index = JOURNEY_STEPS.findIndex((step) => `${PREFIX}${step}` === event);
  return index === -1 ? JOURNEY_STEPS.length : index;
}

/**
 * The timeline of a container. It contains past milestones in order of time, then the expected steps with their planned
 * times and reasons for waiting. Milestones proven by the container's own attributes replace missing events. Deadline,
 * appointment and estimate events are not milestones.
 */
export function milestones(events: readonly TransportMilestone[], container: Container): Milestone[] {
  const happened = distinct(events.filter(({ event }) => isMilestone(event)));
  const seen = new Set(happened.map(({ event }) => event));
  const proven = attributeMilestones(container).filter(({ event }) => !seen.has(event));
  const past = [...happened, ...proven].map((event) => pastMilestone(event, container)).sort(byTime);
  const expected = expectedSteps(container, new Set(past.map(({ event }) => event)));
  return [...past, ...expected.map((step) => expectedMilestone(step, container))];
}

function isMilestone(event: string): boolean {
  return event.startsWith(PREFIX) && !event.startsWith(`${PREFIX}estimated.`);
}

function distinct(events: readonly TransportMilestone[]): TransportMilestone[] {
  const stored = new Map<string, TransportMilestone>();
  for (const event of events) {
    const key = `${event.event} ${event.at && Date.parse(event.at)} ${event.place}`;
    if (!stored.has(key)) stored.set(key, event);
  }
  return [...stored.values()];
}

function byTime(a: Milestone, b: Milestone): number {
  if (a.actual && b.actual) {
    return Date.parse(a.actual.at) - Date.parse(b.actual.at) || orderOf(a.event) - orderOf(b.event);
  }
  return Number(a.actual === null) - Number(b.actual === null) || orderOf(a.event) - orderOf(b.event);
}

function attributeMilestones(container: Container): TransportMilestone[] {
  const { attributes } = container;
  const shipment = container.shipment?.attributes;
  const polZone = shipment?.pol_timezone ?? null;
  const [pod, inland] = [podZone(container), destinationZone(container)];
  const out = pickedUp(container);
  const empty = emptyReturned(container);
  const facts: [JourneyStep, string | null | undefined, string | null][] = [
    ["empty_out", attributes.empty_out_at, polZone],
    ["full_in", attributes.pol_full_in_at, polZone],
    ["vessel_loaded", attributes.pol_vessel_loaded_at, polZone],
    ["vessel_departed", attributes.pol_vessel_departed_at ?? shipment?.pol_atd_at, polZone],
    ["vessel_arrived", attributes.pod_arrived_at ?? shipment?.pod_ata_at, pod],
    ["vessel_discharged", attributes.pod_discharged_at, pod],
    ["rail_loaded", attributes.pod_rail_loaded_at, pod],
    ["rail_departed", attributes.pod_rail_departed_at, pod],
    ["arrived_at_inland_destination", attributes.ind_ata_at ?? shipment?.destination_ata_at, inland],
    ["rail_unloaded", attributes.ind_rail_unloaded_at, inland],
    ["full_out", out?.at, out?.zone ?? null],
    ["delivered", attributes.delivered_at, isInland(container) ? inland : pod],
    ["empty_in", empty?.at, empty?.zone ?? null],
  ];
  return facts.flatMap(([step, at, zone]) =>
    at
      ? [{ event: `${PREFIX}${step}`, at, zone, place: null, vessel: null, voyage: null, source: null }]
      : [],
  );
}

/** The steps after the furthest past step. A step proven by the reported status counts as past. */
function expectedSteps(container: Container, happened: ReadonlySet<string>): JourneyStep[] {
  if (isEmptyReturned(container)) return [];
  const steps = isInland(container) ? INLAND_STEPS : PORT_STEPS;
  const provenByStatus: JourneyStep | null = isPickedUp(container) ? "full_out" : stepOfStatus(container);
  const reached = steps.reduce(
    (furthest, step, index) =>
      step !== "available" && (happened.has(`${PREFIX}${step}`) || step === provenByStatus)
        ? index
        : furthest,
    -1,
  );
  return steps
    .slice(reached + 1)
    .filter((step) => step !== "available" || readiness(container).state !== "ready");
}

function stepOfStatus(container: Container): JourneyStep | null {
  const status = knownStatus(container);
  if (status === "on_ship") return "vessel_loaded";
  if (status === "on_rail") return "rail_loaded";
  return status === "new" ? null : "vessel_discharged";
}

function pastMilestone(event: TransportMilestone, container: Container): Milestone {
  const actual = moment(event.at, event.zone);
  const step = JOURNEY_STEPS.find((name) => `${PREFIX}${name}` === event.event);
  return {
    event: event.event,
    label: eventLabel(event.event),
    state: "past",
    actual,
    planned: step ? plannedAt(step, container) : null,
    place: event.place,
    vessel: event.vessel,
    voyage: event.voyage,
    source: event.source,
    waitsFor: null,
    delay: step ? delayText(step, actual, container) : null,
  };
}

function expectedMilestone(step: JourneyStep, container: Container): Milestone {
  const event: EventName = `${PREFIX}${step}`;
  const planned = plannedAt(step, container);
  return {
    event,
    label: eventLabel(event),
    state: "expected",
    actual: null,
    planned,
    place: expectedPlace(step, container),
    vessel: step.startsWith("vessel_") ? (container.shipment?.attributes.pod_vessel_name ?? null) : null,
    voyage: step.startsWith("vessel_") ? (container.shipment?.attributes.pod_voyage_number ?? null) : null,
    source: null,
    waitsFor: step === "available" ? waitsFor(container) : null,
    delay: delayText(step, planned, container),
  };
}

function expectedPlace(step: JourneyStep, container: Container): string | null {
  const shipment = container.shipment?.attributes;
  if (step === "vessel_arrived") return shipment?.port_of_discharge_name ?? null;
  if (step === "vessel_discharged") return container.podTerminal?.attributes.name ?? null;
  if (step === "arrived_at_inland_destination") return shipment?.destination_name ?? null;
  return null;
}

function waitsFor(container: Container): string | null {
  const names = currentHolds(container)
    .filter(isActiveHold)
    .map(({ name }) => name);
  if (names.length > 0) return `waiting for ${names.join(" and ")} release`;
  const { state } = readiness(container);
  if (state === "not_available") return "waiting for the terminal to make it available";
  return state === "unknown" ? "availability not reported" : null;
}
