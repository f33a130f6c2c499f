import { boardRow } from "@/lib/domain/board-row/board-row";
import { formatChargeLine, formatCharges } from "@/lib/domain/charges/charges";
import type { Container } from "@/lib/domain/container/container-facts";
import { type Arrival, arrival } from "@/lib/domain/container/eta";
import { facilityAddress, isPickedUp, pickupPlace } from "@/lib/domain/container/pickup";
import type { Deadline } from "@/lib/domain/deadlines/deadline";
import type { LastGate } from "@/lib/domain/deadlines/gate-schedule";
import { type UrgencyTone, urgency } from "@/lib/domain/deadlines/urgency";
import { currentHolds, isActiveHold } from "@/lib/domain/readiness/holds";
import type { ReadinessReason, ReadinessState } from "@/lib/domain/readiness/readiness";
import type { Moment } from "@/lib/domain/time/moment";
import type { Locale } from "@/lib/platform/text/locale";

/** The audience of a shared view: the customer who waits for the goods, or the driver who pulls the container. */
export const SHARED_VIEWS = ["customer", "driver"] as const;
export type SharedView = (typeof SHARED_VIEWS)[number];

/**
 * The last free day in a shared view: the earliest one that applies, from any source. `on` is "YYYY-MM-DD" at the
 * location.
 */
export type SharedDay = {
  state: Deadline["state"];
  on: string | null;
  zone: string | null;
  /** The time it ends, UTC text. */
  endsAt: string | null;
  lastGate?: LastGate | undefined;
};

/** Whether a container can be pulled, and the reasons if not, in plain words. */
export type SharedReadiness = { state: ReadinessState; text: string; reasons: string[] };

type Common = {
  number: string;
  equipment: string | null;
  readiness: SharedReadiness;
  lastFreeDay: SharedDay;
  references: string[];
};

/**
 * The customer view of a container. It contains only the fields listed here. Times are UTC text with the zone of their
 * location.
 */
export type CustomerRow = Common & {
  view: "customer";
  billOfLading: string | null;
  status: string;
  line: string | null;
  vessel: { name: string | null; voyage: string | null };
  port: string | null;
  destination: string | null;
  terminal: string | null;
  arrival: Pick<Arrival, "place" | "eta" | "actual">;
  /** Null when the customer may not see charges. */
  charges: { text: string; lines: { label: string; text: string }[] } | null;
};

/**
 * The driver view of a container. `emptyReturn` contains the planned place and time of the empty return. `lastDay` is
 * that of the line.
 */
export type DriverRow = Common & {
  view: "driver";
  terminal: { name: string | null; address: string | null };
  appointment: Moment | null;
  chassis: string | null;
  emptyReturn: { place: string | null; at: Moment | null; lastDay: string | null } | null;
};

export type SharedRow = CustomerRow | DriverRow;

/** The part of the plan that a driver sees. */
export type PlannedReturn = { emptyReturn: Moment | null; emptyReturnPlace: string };

const HOLD_LABELS: Readonly<Record<string, string>> = {
  customs: "Not released by customs",
  freight: "Not released by the shipping line",
  tmf: "Terminal fee unpaid",
  usda: "Awaiting agriculture inspection",
  vacis: "Awaiting customs scan",
};
const OTHER_HOLD = "On hold at the terminal";

const REASON_LABELS: Readonly<Partial<Record<ReadinessReason["kind"], string>>> = {
  not_available: "Not available at the terminal yet",
  unreadable_hold: "Could not read hold",
  unreadable_availability: "Could not read availability",
  unreadable_deadline: "Could not read last free day",
  availability_unknown: "Availability not reported by the terminal",
  not_discharged: "Not discharged from the vessel yet",
  in_transit: "In transit by rail",
};

const READY_LABELS: Record<ReadinessState, string> = {
  ready: "Ready for pickup",
  held: "Held",
  not_available: "Not available yet",
  unknown: "Availability unknown",
  not_discharged: "Not discharged yet",
  in_transit: "On rail",
  picked_up: "Picked up",
};

const holdText = (name: string): string => HOLD_LABELS[name.trim().toLowerCase()] ?? OTHER_HOLD;

/** Returns holds and other blocking reasons in Drayboard's own words. The text of a hold may be internal. */
function shownReasons(container: Container, reasons: readonly ReadinessReason[]): string[] {
  const holds = currentHolds(container);
  const held = holds.filter(isActiveHold).map(({ name }) => holdText(name));
  const others = reasons.flatMap(({ kind }) => REASON_LABELS[kind] ?? []);
  const pending = holds.some((hold) => !isActiveHold(hold)) ? ["Hold pending"] : [];
  return [...new Set([...held, ...others, ...pending])];
}

function shownDay({ state, governing }: Deadline): SharedDay {
  return {
    state,
    on: governing?.on ?? null,
    zone: governing?.zone ?? null,
    endsAt: governing?.endsAt ?? null,
    lastGate: governing?.lastGate,
  };
}

const plain = (texts: readonly (string | null | undefined)[] | null | undefined): string[] => [
  ...new Set((texts ?? []).flatMap((text) => text?.trim() || [])),
];

function common(container: Container, references: string[]): Common {
  const { number, equipment, readiness, deadline } = boardRow(container);
  const { state, reasons } = readiness;
  return {
    number,
    equipment,
    readiness: { state, text: READY_LABELS[state], reasons: shownReasons(container, reasons) },
    lastFreeDay: shownDay(deadline),
    references,
  };
}

/** Returns the customer view of a container. `charges` are included only when granted. */
export function customerRow(container: Container, { charges }: { charges: boolean }): CustomerRow {
  const row = boardRow(container);
  const { place, eta, actual } = arrival(container);
  return {
    view: "customer",
    ...common(container, row.references),
    billOfLading: row.billOfLading,
    status: row.status.label,
    line: row.line.name ?? row.line.scac,
    vessel: { name: row.vessel.name, voyage: row.vessel.voyage },
    port: row.port.name ?? row.port.locode,
    destination: row.destination && (row.destination.name ?? row.destination.locode),
    terminal: row.terminal.name,
    arrival: { place, eta, actual },
    charges: charges
      ? {
          text: formatCharges(row.charges),
          lines: row.charges.lines
            .filter(({ excluded }) => !excluded)
            .map((line) => ({ label: line.label, text: formatChargeLine(line) })),
        }
      : null,
  };
}

/** Returns the driver view of a container. `plan` is the planned return, null for none. */
export function driverRow(container: Container, plan: PlannedReturn | null): DriverRow {
  const row = boardRow(container);
  const { facility } = pickupPlace(container);
  const place = plan?.emptyReturnPlace.trim() || null;
  const at = plan?.emptyReturn ?? null;
  const lastDay = row.returnDue?.state === "due" ? row.returnDue.on : null;
  return {
    view: "driver",
    ...common(container, plain(container.attributes.ref_numbers)),
    terminal: { name: row.terminal.name, address: facilityAddress(facility) },
    appointment: row.appointment,
    chassis: isPickedUp(container) ? (container.attributes.pod_full_out_chassis_number ?? null) : null,
    emptyReturn: place || at || lastDay ? { place, at, lastDay } : null,
  };
}

/** Returns the last free day as text at `now`, with the wording of the board. */
export function timeLeft(
  locale: Locale,
  { state, on, zone, endsAt, lastGate }: SharedDay,
  now: Date,
): { tone: UrgencyTone; text: string } {
  const governing =
    on !== null && endsAt !== null ? { on, zone, endsAt, source: "not_reported" as const, lastGate } : null;
  const { tone, text: label } = urgency(locale, { state, governing, sources: [], serviceNames: null }, now);
  return { tone, text: label };
}
