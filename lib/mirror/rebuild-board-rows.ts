import { inArray, sql } from "drizzle-orm";
import type { Transaction } from "@/lib/db/client";
import { boardRows, containers } from "@/lib/db/schema";
import { boardOrder, boardRow } from "@/lib/dispatch/board-row";
import type { Box } from "@/lib/dispatch/box";
import { normalizeNumber } from "@/lib/dispatch/container-number";
import { rowQueueWindows, type Window } from "@/lib/dispatch/queues";
import { loadBoxes } from "./boxes";
import type { Touched } from "./touched";

const BOXES_AT_ONCE = 500;
/** A window that is never open: it ends before it begins. */
const CLOSED = { from: new Date(8_640_000_000_000), to: new Date(0) };

const bounds = (window: Window | null) =>
  window
    ? { from: window.from ? new Date(window.from) : null, to: window.to ? new Date(window.to) : null }
    : CLOSED;

const instant = (text: string | null | undefined) => (text ? new Date(text) : null);

function storedRow(box: Box): typeof boardRows.$inferInsert {
  const row = boardRow(box);
  const order = boardOrder(row);
  const windows = rowQueueWindows(row);
  const [expired, pullToday, noAppointment] = [
    bounds(windows.expired),
    bounds(windows["pull-today"]),
    bounds(windows["no-appointment"]),
  ];
  const [held, arriving, emptyDue, stale] = [
    bounds(windows.held),
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
    checkedAt: instant(row.checkedAt),
    appointmentAt: instant(row.appointment?.at),
    carrierIds: row.drayCarriers.map(({ partyId }) => partyId),
    carrierNames: row.drayCarriers.map(({ name }) => name).join(", "),
    expiredFrom: expired.from,
    expiredTo: expired.to,
    pullTodayFrom: pullToday.from,
    pullTodayTo: pullToday.to,
    noAppointmentFrom: noAppointment.from,
    noAppointmentTo: noAppointment.to,
    heldFrom: held.from,
    heldTo: held.to,
    arrivingFrom: arriving.from,
    arrivingTo: arriving.to,
    emptyDueFrom: emptyDue.from,
    emptyDueTo: emptyDue.to,
    staleFrom: stale.from,
    staleTo: stale.to,
  };
}

/** Columns that a rebuilt row overwrites: all but the key. */
const OVERWRITTEN = Object.fromEntries(
  Object.entries(boardRows)
    .filter(([name, column]) => name !== "containerId" && typeof column === "object" && "name" in column)
    .map(([name, column]) => [name, sql.raw(`excluded."${column.name}"`)]),
);

/** Works out anew the rows of touched containers and of touched shipments' containers; answers all their ids. */
export async function rebuildBoardRows(tx: Transaction, touched: Touched): Promise<string[]> {
  const shipmentIds = [...touched.shipments];
  const ofShipments = shipmentIds.length
    ? await tx
        .select({ id: containers.id })
        .from(containers)
        .where(inArray(containers.shipmentId, shipmentIds))
    : [];
  const ids = [...new Set([...touched.containers, ...ofShipments.map(({ id }) => id)])].sort();
  for (let at = 0; at < ids.length; at += BOXES_AT_ONCE) {
    const some = ids.slice(at, at + BOXES_AT_ONCE);
    // Locked before they are read, so that of two transactions the later one sees what the earlier one wrote.
    await tx
      .select({ id: containers.id })
      .from(containers)
      .where(inArray(containers.id, some))
      .orderBy(containers.id)
      .for("update");
    const boxes = await loadBoxes(tx, some);
    if (!boxes.length) continue;
    await tx
      .insert(boardRows)
      .values(boxes.map(storedRow))
      .onConflictDoUpdate({ target: boardRows.containerId, set: OVERWRITTEN });
  }
  return ids;
}
