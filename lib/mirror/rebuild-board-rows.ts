import { inArray, sql } from "drizzle-orm";
import type { Transaction } from "@/lib/db/client";
import { upsertRows } from "@/lib/db/insert-rows";
import { boardRows } from "@/lib/db/schema";
import { type BoardRow, boardOrder, boardRow } from "@/lib/dispatch/board-row";
import type { Box } from "@/lib/dispatch/box";
import { normalizeNumber } from "@/lib/dispatch/container-number";
import { rowQueueWindows, type Window } from "@/lib/dispatch/queues";
import { loadBoxes } from "./boxes";
import { followHolds } from "./follow-holds";
import type { Touched } from "./touched";

const BOXES_AT_ONCE = 500;
/** A window that is never open: it ends before it begins. */
const CLOSED = { from: new Date(8_640_000_000_000), to: new Date(0) };

const bounds = (window: Window | null) =>
  window
    ? { from: window.from ? new Date(window.from) : null, to: window.to ? new Date(window.to) : null }
    : CLOSED;

const instant = (text: string | null | undefined) => (text ? new Date(text) : null);

/** The largest sum of charges, whatever its currency, for the order of the column; null where none are reported. */
function largestSum({ charges }: BoardRow): number | null {
  return charges.sums.length ? Math.max(...charges.sums.map(({ minor }) => minor / 100)) : null;
}

type StoredRow = typeof boardRows.$inferInsert;

function storedRow(box: Box): StoredRow {
  const row = boardRow(box);
  const order = boardOrder(row);
  const windows = rowQueueWindows(row);
  const [expired, pullToday, noAppointment] = [
    bounds(windows.expired),
    bounds(windows["pull-today"]),
    bounds(windows["no-appointment"]),
  ];
  const [held, chaseDue, arriving, emptyDue, stale] = [
    bounds(windows.held),
    bounds(windows["chase-due"]),
    bounds(windows.arriving),
    bounds(windows["empty-due"]),
    bounds(windows.stale),
  ];
  const numbers = [row.number, row.billOfLading ?? "", ...row.references].map(normalizeNumber);
  return {
    containerId: box.id,
    row,
    search: [...numbers, normalizeNumber(box.shipment?.attributes.normalized_number ?? "")].join(" "),
    ...order,
    governingEndsAt: instant(order.governingEndsAt),
    line: row.line.scac,
    terminal: row.terminal.name,
    port: row.port.locode,
    status: row.status.value,
    customer: row.customer,
    vessel: row.vessel.name,
    etaAt: instant(row.arrival.actual?.at ?? row.arrival.eta?.at),
    gateOutAt: instant(row.gateOut?.at),
    returnDueAt: instant(row.returnDue?.endsAt),
    checkedAt: instant(row.checkedAt),
    appointmentAt: instant(row.appointment?.at),
    carrierIds: row.drayCarriers.map(({ partyId }) => partyId),
    carrierNames: row.drayCarriers.map(({ name }) => name).join(", "),
    charges: largestSum(row),
    expiredFrom: expired.from,
    expiredTo: expired.to,
    pullTodayFrom: pullToday.from,
    pullTodayTo: pullToday.to,
    noAppointmentFrom: noAppointment.from,
    noAppointmentTo: noAppointment.to,
    heldFrom: held.from,
    heldTo: held.to,
    chaseDueFrom: chaseDue.from,
    chaseDueTo: chaseDue.to,
    arrivingFrom: arriving.from,
    arrivingTo: arriving.to,
    emptyDueFrom: emptyDue.from,
    emptyDueTo: emptyDue.to,
    staleFrom: stale.from,
    staleTo: stale.to,
  };
}

/** Boxes whose row shows something of what was touched. */
async function concernedIds(tx: Transaction, touched: Touched): Promise<string[]> {
  const list = (ids: Set<string>) => sql`any(${sql.param([...ids])}::text[])`;
  const parts = [sql`select id from containers where id = ${list(touched.containers)}`];
  if (touched.shipments.size)
    parts.push(sql`select id from containers where shipment_id = ${list(touched.shipments)}`);
  if (touched.partyNames.size)
    parts.push(
      sql`select c.id from party_roles r join containers c on c.id = r.roleable_id
        where r.party_id = ${list(touched.partyNames)}`,
    );
  if (touched.placeNames.size) {
    const places = list(touched.placeNames);
    parts.push(
      sql`select id from containers where pod_terminal_id = ${places} or pickup_facility_id = ${places}`,
      sql`select c.id from shipments s join containers c on c.shipment_id = s.id
        where s.relationships #>> '{destination_terminal,data,id}' = ${places}`,
    );
  }
  const { rows } = await tx.execute<{ id: string }>(sql.join(parts, sql` union `));
  return rows.map(({ id }) => id).sort();
}

/** Whether a box with a dray carrier was pulled or came back: the parties' counts follow. */
async function movesCounts(tx: Transaction, rows: readonly StoredRow[]): Promise<boolean> {
  const carried = rows.filter(({ carrierIds }) => carrierIds?.length);
  if (!carried.length) return false;
  const before = await tx
    .select({ id: boardRows.containerId, pickedUp: boardRows.pickedUp })
    .from(boardRows)
    .where(
      inArray(
        boardRows.containerId,
        carried.map(({ containerId }) => containerId),
      ),
    );
  const pickedUp = new Map(before.map((row) => [row.id, row.pickedUp]));
  return carried.some((row) => pickedUp.get(row.containerId) !== row.pickedUp);
}

/**
 * Works out anew the rows of all boxes that show something touched; answers their ids. The caller holds the board's
 * lock, so that nobody works from older facts at the same time.
 */
export async function rebuildBoardRows(tx: Transaction, touched: Touched): Promise<string[]> {
  const ids = await concernedIds(tx, touched);
  for (let at = 0; at < ids.length; at += BOXES_AT_ONCE) {
    const boxes = await loadBoxes(tx, ids.slice(at, at + BOXES_AT_ONCE));
    const rows = (await followHolds(tx, boxes)).map(storedRow);
    if (!rows.length) continue;
    if (!touched.parties) touched.parties = await movesCounts(tx, rows);
    await upsertRows(tx, boardRows, "container_id", rows);
  }
  return ids;
}
