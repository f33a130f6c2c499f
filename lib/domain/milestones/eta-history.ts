import type { ShipmentAttributes } from "@/lib/contract/shipment";
import { withPlaceClock } from "@/lib/domain/time/local-clock";
import type { Moment } from "@/lib/domain/time/moment";
import { parseInstant } from "@/lib/domain/time/zoned-time";
import { daysMoved } from "./eta-deviation";
import { eventLabel } from "./event-labels";

/**
 * A stored change of an ETA: the old and new values, the time of the change (UTC text) and the event that reported it.
 */
export type EtaChange = {
  field: string;
  before: unknown;
  after: unknown;
  asOf: string;
  event: string | null;
};

/**
 * One step of an ETA. `first`: the first ETA. `reported`: a new ETA was reported. `withdrawn`: the ETA was removed.
 * `arrived`: the actual arrival.
 */
export type EtaStep = {
  kind: "first" | "reported" | "withdrawn" | "arrived";
  /** When the step was reported, UTC text. Null for the first ETA, which may be older than the stored data. */
  reportedAt: string | null;
  at: Moment | null;
  /**
   * Days after the first ETA and days after the previous step, in the calendar of the location. Null when there is no
   * date to compare.
   */
  drift: number | null;
  moved: number | null;
  event: string | null;
};

/** Where an ETA applies: at the port, at the destination by the line, or at the rail ramp by the rail carrier. */
export type EtaPlace = "port" | "destination" | "rail";

/** The attribute of a place's ETA. The line's are of the shipment, the rail carrier's is of the container. */
const ETA_FIELD_OF: Record<EtaPlace, string> = {
  port: "pod_eta_at",
  destination: "destination_eta_at",
  rail: "ind_eta_at",
};

/** The attributes whose changes are part of the ETA history. */
export const ETA_FIELDS: readonly string[] = Object.values(ETA_FIELD_OF);

/** What is known of the ETA at one place (UTC text), and the place's zone. */
export type EtaFacts = {
  place: EtaPlace;
  eta: string | null;
  first: string | null;
  actual: string | null;
  zone: string | null;
};

/** The facts of a shipment's ETA at the port of discharge or the destination, as the line reports them. */
export function shipmentEta(attributes: ShipmentAttributes, place: "port" | "destination"): EtaFacts {
  const at = place === "port" ? "pod" : "destination";
  return {
    place,
    eta: attributes[`${at}_eta_at`] ?? null,
    first: attributes[`${at}_original_eta_at`] ?? null,
    actual: attributes[`${at}_ata_at`] ?? null,
    zone: attributes[`${at}_timezone`] ?? null,
  };
}

const textOf = (value: unknown): string | null =>
  typeof value === "string" && !Number.isNaN(Date.parse(value)) ? value : null;

const same = (one: string | null, other: string | null): boolean =>
  one === other ||
  (one !== null && other !== null && parseInstant(one).getTime() === parseInstant(other).getTime());

type Reported = Pick<EtaStep, "kind" | "reportedAt" | "event"> & { at: string | null };

function reportedSteps(changes: readonly EtaChange[], first: string | null, now: string | null): Reported[] {
  const ordered = [...changes].sort((a, b) => Date.parse(a.asOf) - Date.parse(b.asOf));
  const beginning = first ?? textOf(ordered[0]?.before) ?? (ordered.length === 0 ? now : null);
  const steps: Reported[] = [];
  if (beginning) steps.push({ kind: "first", reportedAt: null, at: beginning, event: null });
  const say = (at: string | null, reportedAt: string | null, event: string | null) => {
    const last = steps.at(-1);
    if (last ? same(last.at, at) : at === null) return;
    const kind = at === null ? "withdrawn" : steps.length === 0 ? "first" : "reported";
    steps.push({ kind, reportedAt: reportedAt, at, event });
  };
  for (const { before, after, asOf, event } of ordered) {
    // An ETA from before the first stored change has no time of change.
    if (steps.length === 1 && textOf(before)) say(textOf(before), null, null);
    say(textOf(after), asOf, event);
  }
  if (now) say(now, null, null);
  return steps;
}

/**
 * Returns the ETA history at one place, oldest first: the first ETA, every stored change, the current ETA and the
 * arrival. Empty when no ETA was ever reported.
 */
export function etaHistory(changes: readonly EtaChange[], facts: EtaFacts): EtaStep[] {
  const { zone, actual } = facts;
  const own = changes.filter(({ field }) => field === ETA_FIELD_OF[facts.place]);
  const reported = reportedSteps(own, facts.first, facts.eta);
  if (actual) reported.push({ kind: "arrived", reportedAt: actual, at: actual, event: null });
  const first = reported.find(({ kind }) => kind === "first")?.at ?? null;
  let before: string | null = null;
  return reported.map(({ at, ...step }) => {
    const drift = at && first ? daysMoved(first, at, zone) : null;
    const moved = at && before ? daysMoved(before, at, zone) : null;
    before = at ?? before;
    return { ...step, at: withPlaceClock(at ? { at, zone } : null), drift, moved };
  });
}

const days = (count: number) => `${count} ${count === 1 ? "day" : "days"}`;

/** Returns the history as a sentence for screen readers. */
export function etaSummary(steps: readonly EtaStep[]): string {
  const last = steps.findLast(({ drift }) => drift !== null);
  const moves = steps.filter(({ kind, moved }) => kind === "reported" && moved !== 0).length;
  if (!last || last.drift === null) return "No ETA reported yet.";
  const verb = last.kind === "arrived" ? "Arrived" : "Expected";
  const where =
    last.drift === 0
      ? "on the first ETA date"
      : `${days(Math.abs(last.drift))} ${last.drift > 0 ? "after" : "before"} the first ETA date`;
  const changed = moves === 1 ? "changed once" : `changed ${moves} times`;
  return `${verb} ${where}; the ETA date ${moves === 0 ? "did not change" : changed}.`;
}

/** What reported a step with a report time: "ETA changed" of a notification, or a sync run. */
export const stepSource = ({ event }: Pick<EtaStep, "event">): string =>
  event === null ? "found by a sync run" : eventLabel(event);
