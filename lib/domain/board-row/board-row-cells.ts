import { sameFacts } from "@/lib/platform/text/json-equality";
import type { BoardRow } from "./board-row";

/** The board's columns in their default order. */
export const COLUMN_IDS = [
  "number",
  "equipment",
  "left",
  "deadline",
  "release",
  "whyToday",
  "status",
  "charges",
  "appointment",
  "plannedPickup",
  "carrier",
  "workOrder",
  "terminal",
  "yard",
  "line",
  "vessel",
  "eta",
  "etaChange",
  "voyage",
  "port",
  "inland",
  "references",
  "customer",
  "tags",
  "plannedDelivery",
  "gateOut",
  "returnDue",
  "plannedReturn",
  "driver",
  "checked",
  "followUp",
  "note",
] as const;
export type ColumnId = (typeof COLUMN_IDS)[number];

/** The facts shown in each column's cell. Null: changes of the cell are not marked. */
const CELL_FACTS: Record<ColumnId, ((row: BoardRow) => unknown) | null> = {
  number: (row) => [row.number, row.equipment, row.deletedUpstreamAt ?? null],
  equipment: (row) => row.equipment,
  left: (row) => [row.deadline.state, row.deadline.governing?.endsAt],
  deadline: (row) => [row.deadline.governing, row.deadline.sources, row.deadline.serviceNames],
  release: (row) => [row.readiness, row.holds, row.status, row.yardSpot],
  whyToday: null,
  status: (row) => row.status,
  charges: (row) => row.charges,
  appointment: (row) => row.appointment,
  plannedPickup: (row) => row.plannedPickup,
  plannedDelivery: (row) => row.plannedDelivery,
  plannedReturn: (row) => row.plannedReturn,
  driver: (row) => row.driver,
  followUp: (row) => row.followUp,
  workOrder: (row) => row.workOrder,
  carrier: (row) => row.drayCarriers.map((carrier) => carrier.name),
  terminal: (row) => [row.terminal, row.line],
  yard: (row) => row.yardSpot,
  line: (row) => row.line,
  vessel: (row) => [row.vessel, row.arrival],
  eta: (row) => row.arrival,
  etaChange: (row) => row.arrival,
  voyage: (row) => row.vessel,
  port: (row) => row.port,
  inland: (row) => row.destination,
  references: (row) => [row.references, row.customer],
  customer: (row) => row.customer,
  tags: (row) => row.tags,
  gateOut: (row) => [row.gateOut, row.emptyReturned],
  returnDue: (row) => row.returnDue,
  checked: null,
  note: (row) => row.note,
};

/**
 * The columns whose cells differ between two states of one row, in column order. A new terminal check alone is not a
 * change, nor is a value whose member the stored row does not have yet: a row that is rebuilt for a new column.
 */
export function changedColumns(before: BoardRow, after: BoardRow): ColumnId[] {
  return COLUMN_IDS.filter((id) => {
    const facts = CELL_FACTS[id];
    if (facts === null) return false;
    const former = facts(before);
    return former !== undefined && !sameFacts(former, facts(after));
  });
}
