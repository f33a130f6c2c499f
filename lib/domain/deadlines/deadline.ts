import type { Container } from "@/lib/domain/container/container-facts";
import { destinationZone, fullOut, isInland, podZone, railStarted } from "@/lib/domain/container/journey";
import { isDischarged, isPickedUp } from "@/lib/domain/container/pickup";
import {
  addDays,
  daysBetween,
  instantAtLocalTime,
  knownZone,
  localDate,
  startOfLocalDay,
} from "@/lib/domain/time/zoned-time";

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
  /** `on` is the local day "YYYY-MM-DD"; `endsAt` is the instant it ends, UTC text. */
  governing: { on: string; zone: string | null; source: DeadlineSource; endsAt: string } | null;
  /** Every source that reports a day, including those that do not determine the deadline. */
  sources: SourceDay[];
  /** The day of the service's own `pickup_lfd`, if it differs from the `governing` day. */
  serviceNames: { source: DeadlineSource; on: string } | null;
};

/** `earliest`: the earliest source that applies. `service`: line, then terminal, then rail. */
export type DeadlineFollow = "earliest" | "service";

/** The settings of an account. `lastGate` is the terminal's last gate time, local "HH:mm"; null: the end of the day. */
export type DeadlineSettings = { follow: DeadlineFollow; lastGate: string | null };
export const DEFAULT_DEADLINE_SETTINGS: DeadlineSettings = { follow: "earliest", lastGate: null };

/** The line's day is its own per diem deadline, not the terminal's demurrage. */
export const DEADLINE_SOURCE_LABELS: Record<DeadlineSource, string> = {
  line: "Line",
  terminal: "Terminal",
  rail: "Rail",
  not_reported: "Source not reported",
};
export const DEADLINE_SOURCE_NOTES: Record<DeadlineSource, string> = {
  line: "Line (per diem) deadline",
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

function endOf(day: SourceDay, lastGate: string | null): string {
  const end = lastGate
    ? instantAtLocalTime(day.on, lastGate, day.zone)
    : startOfLocalDay(addDays(day.on, 1), day.zone);
  return end.toISOString();
}

/**
 * The earliest day by the instant it ends, since days of two zones are not comparable. Ties use the service's order.
 */
function chooseGoverning(days: SourceDay[], settings: DeadlineSettings): Deadline["governing"] {
  const applying = days
    .filter((day) => day.applies)
    .map(({ on, zone, source, ...day }) => ({
      on,
      zone,
      source,
      endsAt: endOf({ on, zone, source, ...day }, settings.lastGate),
    }));
  if (settings.follow === "earliest") {
    applying.sort((a, b) => Date.parse(a.endsAt) - Date.parse(b.endsAt));
  }
  return applying[0] ?? null;
}

/**
 * The deadline of a container, with all its sources. Line and terminal apply until the container leaves the port; rail
 * applies to inland moves until pickup. If all three are missing, the service's `pickup_lfd` is used, with source not
 * reported. A day ends at the following local midnight, or at the last gate time.
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
  const governing = chooseGoverning(days, settings);
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
 * Today's date at the place. Browsers have older or newer zone tables than the server. If the following midnight is an
 * hour off by this table, the stored end instant decides.
 */
function todayAt({ on, zone, endsAt }: NonNullable<Deadline["governing"]>, now: Date): string {
  const off = Date.parse(endsAt) - startOfLocalDay(addDays(on, 1), zone).getTime();
  return localDate(Math.abs(off) === HOUR_MS ? new Date(now.getTime() - off) : now, zone);
}

/** Calendar days from today at the place to the last free day; negative once it passed; null without one. */
export function daysLeft({ governing }: Deadline, now: Date): number | null {
  return governing && daysBetween(todayAt(governing, now), governing.on);
}

/** Whether the deadline that applies has ended. */
export function isExpired({ state, governing }: Deadline, now: Date): boolean {
  return state === "applies" && governing !== null && now.getTime() >= Date.parse(governing.endsAt);
}
