import { boardRow } from "@/lib/domain/board-row/board-row";
import type { Container } from "@/lib/domain/container/container-facts";
import { discharged, emptyReturned, fullOut, moment, podZone } from "@/lib/domain/container/journey";
import { isInland } from "@/lib/domain/container/pickup";
import type { Moment } from "@/lib/domain/time/moment";
import { knownZone, localDate } from "@/lib/domain/time/zoned-time";
import { chargeDays } from "@/lib/features/reports/rules/charge-history";
import type { ContainerHistory } from "@/lib/features/reports/rules/field-history";
import { holdSpans } from "@/lib/features/reports/rules/hold-history";
import { statusDays } from "@/lib/features/reports/rules/status-days";
import type {
  reportCharges,
  reportContainers,
  reportHolds,
  reportStatuses,
} from "@/lib/platform/database/schema/schema";

/**
 * The version of the report rows of a container. Raise it when `containerFacts` changes: workers rebuild those of older
 * versions (docs/decisions/0031).
 */
export const REPORT_ROW_VERSION = 3;

/** The report rows of one container: its container row, its holds, its statuses by day and its charges by day. */
export type ContainerFacts = {
  container: typeof reportContainers.$inferInsert;
  holds: (typeof reportHolds.$inferInsert)[];
  statuses: (typeof reportStatuses.$inferInsert)[];
  charges: (typeof reportCharges.$inferInsert)[];
};

const DEADLINE_FIELDS = new Set([
  "pickup_lfd",
  "ssl_lfd",
  "ind_facility_lfd_on",
  "import_deadlines.pickup_lfd_line",
  "import_deadlines.pickup_lfd_terminal",
  "import_deadlines.pickup_lfd_rail",
]);
/** Changed fields used in reports, in addition to those of statuses, holds and fees. */
export const OTHER_FIELDS: ReadonlySet<string> = new Set([...DEADLINE_FIELDS, "pod_eta_at"]);

const instant = (at: string | null | undefined): Date | null => (at ? new Date(at) : null);
const dayOf = (at: Moment | null): string | null => at && localDate(at.at, knownZone(at.zone));

/** About 3,800 years. An erroneous date is capped at this distance. */
const MAX_MINUTES = 2_000_000_000;

function minutesBetween(from: Moment | null, to: Moment | null): number | null {
  if (!from || !to) return null;
  const minutes = Math.round((Date.parse(to.at) - Date.parse(from.at)) / 60_000);
  return Math.max(-MAX_MINUTES, Math.min(minutes, MAX_MINUTES));
}

const lastOf = (past: ContainerHistory, fields: ReadonlySet<string>): Date | null =>
  instant(past.changes.find(({ field }) => fields.has(field))?.asOf);

/** Compares the latest ETA of the line at the port, or the actual arrival, with the first ETA. */
function drift(container: Container, past: ContainerHistory) {
  const shipment = container.shipment?.attributes;
  const zone = shipment?.pod_timezone ?? podZone(container);
  const first = moment(shipment?.pod_original_eta_at, zone);
  const actual = moment(shipment?.pod_ata_at ?? container.attributes.pod_arrived_at, zone);
  const last = actual ?? moment(shipment?.pod_eta_at, zone);
  const moves = past.changes.filter(({ of, field }) => of === "shipment" && field === "pod_eta_at");
  return {
    driftMinutes: minutesBetween(first, last),
    driftOn: dayOf(last),
    arrived: actual !== null,
    etaMoves: moves.length,
    etaMovedAt: instant(moves[0]?.asOf),
  };
}

function moves(container: Container) {
  const inland = isInland(container);
  const [down, out] = [discharged(container), fullOut(container)];
  return {
    inland,
    dischargedAt: instant(down?.at),
    dischargedOn: dayOf(down),
    outAt: instant(out?.at),
    outOn: dayOf(out),
    dwellMinutes: inland ? null : minutesBetween(down, out),
    emptyAt: instant(emptyReturned(container)?.at),
  };
}

function expected(row: ReturnType<typeof boardRow>) {
  const { arrival, readiness, port, destination } = row;
  const pending = arrival.actual === null && readiness.state !== "picked_up" && !row.onTerminalGround;
  const eta = pending ? arrival.eta : null;
  const place = arrival.place === "inland" ? destination : port;
  return {
    arrivesAt: instant(eta?.at),
    arrivesOn: dayOf(eta),
    arrivesZone: knownZone(eta?.zone),
    arrivesPlace: pending ? (place?.locode ?? place?.name ?? null) : null,
    arrivesName: pending ? (place?.name ?? place?.locode ?? null) : null,
  };
}

function lineOf(container: Container, past: ContainerHistory, charged: boolean): ContainerFacts["container"] {
  const row = boardRow(container);
  const due = row.deadline.state === "applies" ? row.deadline.governing : null;
  const { attributes, shipment } = container;
  return {
    containerId: container.id,
    number: row.number,
    customer: row.customer,
    line: row.line.scac,
    lineName: row.line.name ?? row.line.scac,
    terminal: row.terminal.name,
    port: row.port.locode,
    portName: row.port.name,
    zone: knownZone(podZone(container)),
    status: row.status.value,
    readiness: row.readiness.state,
    pickedUp: row.readiness.state === "picked_up",
    firstSeenAt: new Date(past.firstAt),
    charged,
    returnDueAt: instant(row.returnDue?.endsAt),
    deadlineState: row.deadline.state,
    dueOn: due?.on ?? null,
    dueZone: due?.zone ?? null,
    dueEndsAt: instant(due?.endsAt),
    deadlineMovedAt: lastOf(past, DEADLINE_FIELDS),
    ...expected(row),
    ...moves(container),
    ...drift(container, past),
    onGround: row.onTerminalGround,
    checkedAt: instant(row.checkedAt),
    lineCheckedAt: instant(shipment?.attributes.line_tracking_last_succeeded_at),
    railCarrier: attributes.ind_rail_carrier_scac ?? attributes.pod_rail_carrier_scac ?? null,
    railCheckedAt: instant(attributes.rail_last_tracking_request_at),
    rowVersion: REPORT_ROW_VERSION,
  };
}

/**
 * Computes the report rows of a container from the container and its history only. The result does not depend on the
 * present time.
 */
export function containerFacts(container: Container, past: ContainerHistory): ContainerFacts {
  const containerId = container.id;
  const charges = chargeDays(container, past);
  return {
    container: lineOf(container, past, charges.length > 0),
    holds: holdSpans(container, past).map(
      ({ place, name, status, zone, from, reportedPlace: placed, to }) => ({
        containerId,
        place,
        name,
        status,
        placed,
        zone: knownZone(zone),
        fromAt: new Date(from),
        fromOn: localDate(from, knownZone(zone)),
        toAt: instant(to),
      }),
    ),
    statuses: statusDays(container, past).map(({ status, from, to }) => ({
      containerId,
      status,
      fromOn: from,
      toOn: to,
    })),
    charges: charges.map(({ on, currency, minor, atStart }) => ({
      containerId,
      onDay: on,
      currency: currency ?? "",
      minor,
      atStart,
    })),
  };
}
