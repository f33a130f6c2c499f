import { normalizeNumber } from "@/lib/contract/container-number";
import { BOARD_ROW_VERSION, type BoardRow, boardOrder, boardRow } from "@/lib/domain/board-row/board-row";
import {
  nextPlannedMove,
  type QueueWindows,
  rowQueueWindows,
  type Window,
} from "@/lib/domain/board-row/queues";
import {
  changedFacts,
  type FactChanges,
  type FactId,
  factChanges,
  withChanges,
} from "@/lib/domain/board-row/row-facts";
import { searchText } from "@/lib/domain/board-row/search-text";
import type { Container } from "@/lib/domain/container/container-facts";
import { lastPickupDay } from "@/lib/domain/deadlines/deadline";
import { dayOf } from "@/lib/domain/time/local-clock";
import { knownZone } from "@/lib/domain/time/zoned-time";
import type { boardRows } from "@/lib/platform/database/schema/schema";

export type StoredRow = typeof boardRows.$inferInsert;

/** The previous row of a container, when it last changed (UTC text), and the last change of each fact. */
export type FormerRow = { row: BoardRow; changedAt: string | null; factChanges: FactChanges };

/** A window that is never open: it ends before it begins. */
const CLOSED = { from: new Date(8_640_000_000_000), to: new Date(0) };

const bounds = (window: Window | null) =>
  window
    ? { from: window.from ? new Date(window.from) : null, to: window.to ? new Date(window.to) : null }
    : CLOSED;

const instant = (text: string | null | undefined) => (text ? new Date(text) : null);

/** The largest sum of charges, whatever its currency, for sorting the column. Null when no charges are reported. */
function largestSum({ charges }: BoardRow): number | null {
  return charges.sums.length ? Math.max(...charges.sums.map(({ minor }) => minor / 100)) : null;
}

function windowColumns(windows: QueueWindows) {
  const expired = bounds(windows.expired);
  const pullToday = bounds(windows["pull-today"]);
  const noAppointment = bounds(windows["no-appointment"]);
  const plannedToday = bounds(windows["planned-today"]);
  const held = bounds(windows.held);
  const followUpDue = bounds(windows["follow-up-due"]);
  const arriving = bounds(windows.arriving);
  const emptyDue = bounds(windows["empty-due"]);
  const unreadable = bounds(windows.unreadable);
  const stale = bounds(windows.stale);
  return {
    expiredFrom: expired.from,
    expiredTo: expired.to,
    pullTodayFrom: pullToday.from,
    pullTodayTo: pullToday.to,
    noAppointmentFrom: noAppointment.from,
    noAppointmentTo: noAppointment.to,
    plannedTodayFrom: plannedToday.from,
    plannedTodayTo: plannedToday.to,
    heldFrom: held.from,
    heldTo: held.to,
    followUpDueFrom: followUpDue.from,
    followUpDueTo: followUpDue.to,
    arrivingFrom: arriving.from,
    arrivingTo: arriving.to,
    emptyDueFrom: emptyDue.from,
    emptyDueTo: emptyDue.to,
    unreadableFrom: unreadable.from,
    unreadableTo: unreadable.to,
    staleFrom: stale.from,
    staleTo: stale.to,
  };
}

/** The columns that the board filters and groups by. */
function filterColumns(row: BoardRow) {
  const applies = row.deadline.state === "applies" ? row.deadline.governing : null;
  return {
    line: row.line.scac,
    lineName: row.line.name ?? row.line.scac,
    terminal: row.terminal.name,
    port: row.port.locode,
    portName: row.port.name,
    status: row.status.value,
    readiness: row.readiness.state,
    holds: [...new Set(row.holds.map(({ name }) => name))].sort(),
    tags: [...row.tags].sort(),
    referenceKeys: row.references.map(normalizeNumber),
    customer: row.customer,
    vessel: row.vessel.name,
    carrierIds: row.drayCarriers.map(({ partyId }) => partyId),
    carrierNames: row.drayCarriers.map(({ name }) => name).join(", "),
    governingOn: applies && lastPickupDay(applies),
    governingZone: applies?.zone ?? null,
    appointmentOn: row.appointment && dayOf(row.appointment),
    appointmentZone: knownZone(row.appointment?.zone),
    chargeSums: row.charges.sums,
    plannedPickupZone: knownZone(row.plannedPickup?.zone),
    plannedDeliveryZone: knownZone(row.plannedDelivery?.zone),
    plannedReturnZone: knownZone(row.plannedReturn?.zone),
    driver: row.driver,
    workOrderState: row.workOrder?.state ?? null,
    followUpOwner: row.followUp?.owner ?? null,
  };
}

/**
 * The instant at which changed facts are dated, the user whose request changes them (null: none), and the facts that count as
 * unchanged: those that had no reports before, and all when the row is rebuilt for its version.
 */
export type Taken = { at: Date; by: string | null; unread: readonly FactId[] };

/**
 * Returns the last change of each fact. Facts that differ from the previous row changed now. No instant is used twice.
 */
function changeColumns(row: BoardRow, former: FormerRow | undefined, { at: now, by, unread }: Taken) {
  if (!former) return { changedAt: null, factChanges: {} };
  const facts = changedFacts(former.row, row).filter((fact) => !unread.includes(fact));
  const before = former.changedAt === null ? null : new Date(former.changedAt);
  if (facts.length === 0) return { changedAt: before, factChanges: former.factChanges };
  const at = new Date(Math.max(now.getTime(), before ? before.getTime() + 1 : 0));
  const changed = factChanges(facts, former.row, row, { at: at.toISOString(), by });
  return { changedAt: at, factChanges: withChanges(former.factChanges, changed) };
}

/** The words of names and of the note, which the team searches for. */
const namesAndNotes = (row: BoardRow): string =>
  searchText([
    row.customer,
    row.vessel.name,
    row.terminal.name,
    row.line.name,
    ...row.drayCarriers.map(({ name }) => name),
    row.note,
  ]);

/**
 * Builds the board_rows row of a container. `trackedAs` has the numbers its shipment was requested by, normalized for
 * search. `former` is the previous row.
 */
export function storedRow(
  container: Container,
  trackedAs: readonly string[],
  former: FormerRow | undefined,
  taken: Taken,
): StoredRow {
  const row = boardRow(container);
  const order = boardOrder(row);
  const numbers = [
    row.number,
    row.billOfLading ?? "",
    ...row.references,
    container.shipment?.attributes.normalized_number ?? "",
  ].map(normalizeNumber);
  return {
    containerId: container.id,
    row,
    rowVersion: BOARD_ROW_VERSION,
    search: [...new Set([...numbers, ...trackedAs])].join(" "),
    searchText: namesAndNotes(row),
    ...order,
    governingEndsAt: instant(order.governingEndsAt),
    etaAt: instant(row.arrival.actual?.at ?? row.arrival.eta?.at),
    gateOutAt: instant(row.gateOut?.at),
    returnDueAt: instant(row.returnDue?.endsAt),
    checkedAt: instant(row.checkedAt),
    appointmentAt: instant(row.appointment?.at),
    plannedPickupAt: instant(row.plannedPickup?.at),
    plannedDeliveryAt: instant(row.plannedDelivery?.at),
    plannedReturnAt: instant(row.plannedReturn?.at),
    nextMoveAt: instant(nextPlannedMove(row)?.at),
    followUpAt: instant(row.followUp?.nextCheckAt),
    workOrderExpiresAt: instant(row.workOrder?.expiresAt),
    charges: largestSum(row),
    ...filterColumns(row),
    ...windowColumns(rowQueueWindows(row)),
    ...changeColumns(row, former, taken),
  };
}
