import { normalizeNumber } from "@/lib/contract/container-number";
import { type ReportedCharges, reportedCharges } from "@/lib/domain/charges/charges";
import type { Container, DrayCarrier } from "@/lib/domain/container/container-facts";
import { currentStatus, statusLabel } from "@/lib/domain/container/container-status";
import { equipmentText } from "@/lib/domain/container/equipment";
import { type Arrival, arrival } from "@/lib/domain/container/eta";
import { isByRail, moment, podZone } from "@/lib/domain/container/journey";
import {
  checkedAt,
  emptyReturned,
  isInland,
  onTerminalGround,
  pickedUp,
  pickupPlace,
  yardSpot,
} from "@/lib/domain/container/pickup";
import {
  DEFAULT_DEADLINE_SETTINGS,
  type Deadline,
  type DeadlineSettings,
  deadline,
} from "@/lib/domain/deadlines/deadline";
import { type ReturnDue, returnDue } from "@/lib/domain/deadlines/per-diem";
import { type BoardFollowUp, nextFollowUp } from "@/lib/domain/readiness/hold-follow-up";
import { currentHolds, type PlacedHold } from "@/lib/domain/readiness/holds";
import { type Readiness, readiness } from "@/lib/domain/readiness/readiness";
import { withPlaceClock } from "@/lib/domain/time/local-clock";
import type { Moment } from "@/lib/domain/time/moment";
import { knownZone } from "@/lib/domain/time/zoned-time";
import { type BoardWorkOrder, boardWorkOrder } from "@/lib/domain/work-order/order-state";
import type { FieldValue } from "./column-field";

/**
 * The version of board rows. Raise it when `boardRow`, or a column that is stored with the row, changes: workers rebuild
 * the rows of older versions (docs/decisions/0031).
 */
export const BOARD_ROW_VERSION = 6;

/** The members that a stored row of an older version lacks, as they are shown until the row is rebuilt. */
export const BOARD_ROW_DEFAULTS = {
  tags: [],
  emptyReturned: null,
  deletedUpstreamAt: null,
  followUp: null,
  returnDue: null,
  note: null,
  plannedPickup: null,
  plannedDelivery: null,
  plannedReturn: null,
  driver: null,
  workOrder: null,
  byRail: false,
  pickupZone: null,
  fields: {},
} as const satisfies Partial<BoardRow>;

/**
 * One container as a board row. It contains facts only, nothing that depends on the current time, so a row stays valid
 * in a browser while its facts do. The rules derive everything that depends on `now`.
 */
export type BoardRow = {
  id: string;
  number: string;
  /** "40′ high cube"; null if the service does not report it. */
  equipment: string | null;
  shipmentId: string | null;
  billOfLading: string | null;
  references: string[];
  /** The tags of the shipment. */
  tags: string[];
  customer: string | null;
  line: { scac: string | null; name: string | null };
  /** Where the container is or will be picked up: the inland facility for inland moves past the port. */
  terminal: { id: string | null; name: string | null };
  yardSpot: string | null;
  port: { locode: string | null; name: string | null };
  destination: { locode: string | null; name: string | null } | null;
  /** Whether the inland move is known to go by rail. */
  byRail: boolean;
  status: { value: string; label: string };
  deadline: Deadline;
  /** Also `picked_up` if only the reported status shows it and no gate-out instant is known. */
  readiness: Readiness;
  /** The holds that count now. Past the port those of both lists, each with its place. */
  holds: PlacedHold[];
  charges: ReportedCharges;
  appointment: Moment | null;
  drayCarriers: DrayCarrier[];
  vessel: { name: string | null; voyage: string | null };
  /** Expected or actual arrival at the port of discharge or, once off the vessel, at the inland place. */
  arrival: Arrival;
  gateOut: Moment | null;
  emptyReturned: Moment | null;
  /** When the terminal was last checked; null if never. */
  checkedAt: string | null;
  onTerminalGround: boolean;
  /** When the container was found deleted at the service; null while it exists. */
  deletedUpstreamAt: string | null;
  /** The hold with the next follow-up due; null without a follow-up. */
  followUp: BoardFollowUp | null;
  /** When the empty return is due; null while the container is not out. */
  returnDue: ReturnDue | null;
  /** The team's note on the container; null for none. */
  note: string | null;
  /** The moves that the team planned, and who drives. */
  plannedPickup: Moment | null;
  plannedDelivery: Moment | null;
  plannedReturn: Moment | null;
  driver: string | null;
  /** The work order of the dray carrier; null without one. */
  workOrder: BoardWorkOrder | null;
  /** The zone of the place where the container is picked up; null if unknown. */
  pickupZone: string | null;
  /** The values of its custom fields and of its shipment's, by api_slug. */
  fields: Readonly<Record<string, FieldValue>>;
};

/** Builds the board row of a container. */
export function boardRow(
  container: Container,
  settings: DeadlineSettings = DEFAULT_DEADLINE_SETTINGS,
): BoardRow {
  const { attributes } = container;
  const shipment = container.shipment?.attributes;
  const { facility, zone: pickupZone } = pickupPlace(container);
  const status = currentStatus(container);
  const arrives = arrival(container);
  const { plan } = container.team;
  return {
    id: container.id,
    number: attributes.number ?? "",
    equipment: equipmentText(container),
    shipmentId: container.shipment?.id ?? null,
    billOfLading: shipment?.bill_of_lading_number ?? null,
    references: distinctReferences([...(attributes.ref_numbers ?? []), ...(shipment?.ref_numbers ?? [])]),
    tags: distinctTags(shipment?.tags ?? []),
    customer: shipment?.customer_name ?? null,
    line: {
      scac: shipment?.shipping_line_scac ?? null,
      name: shipment?.shipping_line_short_name ?? shipment?.shipping_line_name ?? null,
    },
    terminal: {
      id: facility?.id ?? null,
      name: facility?.attributes.name ?? facility?.attributes.nickname ?? null,
    },
    yardSpot: yardSpot(container),
    port: {
      locode: shipment?.port_of_discharge_locode ?? null,
      name: shipment?.port_of_discharge_name ?? null,
    },
    destination: isInland(container)
      ? { locode: shipment?.destination_locode ?? null, name: shipment?.destination_name ?? null }
      : null,
    byRail: isByRail(container),
    status: { value: status, label: statusLabel(status) },
    deadline: deadline(container, settings),
    readiness: readiness(container),
    holds: currentHolds(container),
    charges: reportedCharges(container),
    appointment: withPlaceClock(moment(attributes.pickup_appointment_at, podZone(container))),
    drayCarriers: container.drayCarriers,
    vessel: { name: shipment?.pod_vessel_name ?? null, voyage: shipment?.pod_voyage_number ?? null },
    arrival: {
      place: arrives.place,
      eta: withPlaceClock(arrives.eta),
      firstEta: withPlaceClock(arrives.firstEta),
      actual: withPlaceClock(arrives.actual),
    },
    gateOut: withPlaceClock(pickedUp(container)),
    emptyReturned: withPlaceClock(emptyReturned(container)),
    checkedAt: checkedAt(container),
    onTerminalGround: onTerminalGround(container),
    deletedUpstreamAt: container.deletedUpstreamAt,
    followUp: nextFollowUp(container),
    returnDue: returnDue(container),
    note: plan.note.trim() || null,
    plannedPickup: withPlaceClock(plan.pickup),
    plannedDelivery: withPlaceClock(plan.delivery),
    plannedReturn: withPlaceClock(plan.emptyReturn),
    driver: plan.driver,
    workOrder: boardWorkOrder(container),
    pickupZone: knownZone(pickupZone),
    fields: container.customFields,
  };
}

const distinctTags = (tags: readonly string[]): string[] => [
  ...new Set(tags.map((tag) => tag.trim()).filter(Boolean)),
];

function distinctReferences(references: readonly string[]): string[] {
  const stored = new Map<string, string>();
  for (const reference of references) {
    const key = normalizeNumber(reference);
    if (key && !stored.has(key)) stored.set(key, reference.trim());
  }
  return [...stored.values()];
}

/** The values that the default order compares, in this order. A null end sorts last. */
export type BoardOrder = {
  pickedUp: boolean;
  governingEndsAt: string | null;
  noAppointment: boolean;
  held: boolean;
  number: string;
};

export function boardOrder(row: BoardRow): BoardOrder {
  return {
    pickedUp: row.readiness.state === "picked_up",
    governingEndsAt: row.deadline.state === "applies" ? (row.deadline.governing?.endsAt ?? null) : null,
    noAppointment: row.appointment === null && !row.plannedPickup,
    held: row.readiness.state === "held",
    number: row.number,
  };
}

/**
 * The default order: by the end of the effective deadline, then neither appointment nor planned pickup, then holds.
 * Containers without a deadline follow those with one, and picked-up ones are last. Ties are broken by number, then id, by code unit.
 */
export function compareBoardRows(a: BoardRow, b: BoardRow): number {
  const [left, right] = [boardOrder(a), boardOrder(b)];
  return (
    Number(left.pickedUp) - Number(right.pickedUp) ||
    endMs(left) - endMs(right) ||
    Number(right.noAppointment) - Number(left.noAppointment) ||
    Number(right.held) - Number(left.held) ||
    compareText(left.number, right.number) ||
    compareText(a.id, b.id)
  );
}

function endMs({ governingEndsAt }: BoardOrder): number {
  return governingEndsAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(governingEndsAt);
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
