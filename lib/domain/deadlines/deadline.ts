import type { Container } from "@/lib/domain/container/container-facts";
import { destinationZone, fullOut, isInland, podZone, railStarted } from "@/lib/domain/container/journey";
import { inlandFacility, isDischarged, isPickedUp, portFacility } from "@/lib/domain/container/pickup";
import { daysBetween, knownZone, localDate } from "@/lib/domain/time/zoned-time";
import { endOfFreeDay, type LastGate, lastGateBy } from "./gate-schedule";

/** The source of a last free day. `not_reported`: only the service's coalesced `pickup_lfd` exists. */
export type DeadlineSource = "line" | "terminal" | "rail" | "not_reported";

/** A last free day as one source reports it: a calendar day in `zone`; null if the zone is unknown. */
export type SourceDay = { source: DeadlineSource; on: string; zone: string | null; applies: boolean };

export const DEADLINE_STATES = ["applies", "picked_up", "not_discharged", "not_reported"] as const;

/**
 * The last free day of a container: facts only.
 * - `applies`: the `governing` day must be met. A day reported before discharge is shown too.
 * - `picked_up`: `governing` is the former deadline, if there was one.
 * - `not_discharged`, `not_reported`: no deadline applies, `governing` is null.
 */
export type Deadline = {
  state: (typeof DEADLINE_STATES)[number];
  /**
   * `on` is the local day "YYYY-MM-DD"; `endsAt` is the instant it ends, UTC text. With gate hours that is the last gate
   * in which the container can be pulled, which is on an earlier day if the gates are closed on the last free day.
   */
  governing: GoverningDay | null;
  /** Every source that reports a day, including those that do not determine the deadline. */
  sources: SourceDay[];
  /** The day of the service's own `pickup_lfd`, if it differs from the `governing` day. */
  serviceNames: { source: DeadlineSource; on: string } | null;
};

export type GoverningDay = {
  on: string;
  zone: string | null;
  source: DeadlineSource;
  endsAt: string;
  /** Missing if the day ends at local midnight. */
  lastGate?: LastGate | undefined;
};

/** `earliest`: the earliest source that applies. `service`: line, then terminal, then rail. */
export type DeadlineFollow = "earliest" | "service";

/** The settings of an account. */
export type DeadlineSettings = { follow: DeadlineFollow };
export const DEFAULT_DEADLINE_SETTINGS: DeadlineSettings = { follow: "earliest" };

/** The day of the line is its last free day for the pickup. Its per diem counts to the empty return (`per-diem.ts`). */
export const DEADLINE_SOURCE_LABELS: Record<DeadlineSource, string> = {
  line: "Line LFD",
  terminal: "Terminal",
  rail: "Rail",
  not_reported: "Source not reported",
};
/** A label within a sentence or list: "line LFD", "terminal". */
export const deadlineSourceText = (source: DeadlineSource): string =>
  DEADLINE_SOURCE_LABELS[source].replace(/^./, (first) => first.toLowerCase());
export const DEADLINE_SOURCE_NOTES: Record<DeadlineSource, string> = {
  line: "Line LFD: the shipping line’s last free day for the pickup",
  terminal: "Terminal demurrage deadline",
  rail: "Rail last free day at the rail ramp",
  not_reported: "The service does not report the source of this deadline",
};

/** The instant a source sent, with the day it falls on. */
type Reported = SourceDay & { at: string };

/** The reported days in the service's own order: line, terminal, rail (interface.md, pickup_lfd). */
function reportedDays(container: Container): Reported[] {
  const { attributes } = container;
  const deadlines = attributes.import_deadlines;
  const port = knownZone(podZone(container));
  const inlandZone = knownZone(destinationZone(container));
  const inland = isInland(container);
  // For an inland move the port's sources end with rail loading, regardless of the gate.
  const atPort = inland ? !railStarted(container) && !fullOut(container) : true;
  const rail = deadlines?.pickup_lfd_rail ?? attributes.ind_facility_lfd_on;
  const entry = (
    source: DeadlineSource,
    at: string | null | undefined,
    zone: string | null,
    applies: boolean,
  ) => (at ? [{ source, at, on: localDate(at, zone), zone, applies }] : []);
  return [
    ...entry("line", deadlines?.pickup_lfd_line ?? attributes.ssl_lfd, port, atPort),
    ...entry("terminal", deadlines?.pickup_lfd_terminal, port, atPort),
    ...entry("rail", rail, inlandZone, inland),
  ];
}

/** The day with the instant it ends. A gate before the container was off the vessel does not count. */
function withEnd({ on, zone, source }: SourceDay, container: Container): GoverningDay {
  const facility = source === "rail" ? inlandFacility(container) : portFacility(container);
  const schedule = container.team.gates.find(({ facilityId }) => facilityId === facility?.id) ?? null;
  const lastGate = lastGateBy(schedule, on, zone);
  const end = endOfFreeDay(on, zone, lastGate);
  const { pod_discharged_at: landed } = container.attributes;
  if (!lastGate || (landed && end.getTime() <= Date.parse(landed)))
    return { on, zone, source, endsAt: endOfFreeDay(on, zone, null).toISOString() };
  return { on, zone, source, endsAt: end.toISOString(), lastGate };
}

/**
 * The earliest day by the instant it ends, since days of two zones are not comparable. Ties use the earlier day, then
 * the service's order.
 */
function chooseGoverning(
  days: SourceDay[],
  container: Container,
  { follow }: DeadlineSettings,
): GoverningDay | null {
  const applying = days.filter((day) => day.applies).map((day) => withEnd(day, container));
  if (follow === "earliest")
    applying.sort((a, b) => Date.parse(a.endsAt) - Date.parse(b.endsAt) || daysBetween(b.on, a.on));
  return applying[0] ?? null;
}

/**
 * The deadline of a container, with all its sources. Line and terminal apply until the container leaves the port; rail
 * applies to inland moves until pickup. If all three are missing, the service's `pickup_lfd` is used, with source not
 * reported. A day ends with the last gate of the place where the container is pulled if its gate hours are set, otherwise
 * at the following local midnight.
 */
export function deadline(
  container: Container,
  settings: DeadlineSettings = DEFAULT_DEADLINE_SETTINGS,
): Deadline {
  const days = reportedDays(container);
  const own = container.attributes.pickup_lfd;
  const zone = knownZone(podZone(container));
  if (own && days.length === 0) {
    days.push({ source: "not_reported", at: own, on: localDate(own, zone), zone, applies: true });
  }
  const governing = chooseGoverning(days, container, settings);
  const gone = isPickedUp(container);
  const missing = isDischarged(container) ? "not_reported" : "not_discharged";
  return {
    state: gone ? "picked_up" : governing ? "applies" : missing,
    governing,
    sources: days.map(({ source, on, zone: at, applies }) => ({
      source,
      on,
      zone: at,
      applies: applies && !gone,
    })),
    serviceNames: serviceNames(own, days, governing, zone),
  };
}

function serviceNames(
  own: string | null | undefined,
  days: Reported[],
  governing: Deadline["governing"],
  zone: string | null,
): Deadline["serviceNames"] {
  if (!own) return null;
  const named = days.find((day) => Date.parse(day.at) === Date.parse(own));
  const on = named?.on ?? localDate(own, zone);
  return on === governing?.on ? null : { source: named?.source ?? "not_reported", on };
}

const HOUR_MS = 3_600_000;

/**
 * Today's date at the place. Browsers have older or newer zone tables than the server. If the end that is stored, a
 * midnight or a last gate, is an hour off by this table, the stored instant decides.
 */
export function todayAt({ on, zone, endsAt, lastGate }: GoverningDay, now: Date): string {
  const off = Date.parse(endsAt) - endOfFreeDay(on, zone, lastGate).getTime();
  return localDate(Math.abs(off) === HOUR_MS ? new Date(now.getTime() - off) : now, zone);
}

/** The last local day on which the container can be pulled: that of the last gate, otherwise the last free day. */
export const lastPickupDay = ({ on, lastGate }: GoverningDay): string => lastGate?.on ?? on;

/**
 * Calendar days from today at the place to the last day on which the container can be pulled; negative once it passed;
 * null without one.
 */
export function daysLeft({ governing }: Deadline, now: Date): number | null {
  return governing && daysBetween(todayAt(governing, now), lastPickupDay(governing));
}

/** Whether the deadline that applies has ended. */
export function isExpired({ state, governing }: Deadline, now: Date): boolean {
  return state === "applies" && governing !== null && now.getTime() >= Date.parse(governing.endsAt);
}
