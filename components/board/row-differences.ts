import type { BoardRow } from "@/lib/dispatch/board-row";

/** The board's columns, in their order. */
export const COLUMN_IDS = [
  "number",
  "left",
  "deadline",
  "release",
  "charges",
  "appointment",
  "carrier",
  "terminal",
  "vessel",
  "references",
  "gateOut",
  "checked",
] as const;
export type ColumnId = (typeof COLUMN_IDS)[number];

/** The facts a cell shows. A new check alone is no change: every box is checked all the time. */
const SHOWN: Record<ColumnId, ((row: BoardRow) => unknown) | null> = {
  number: (row) => [row.number, row.equipment, row.vanishedAt ?? null],
  left: (row) => [row.deadline.state, row.deadline.governing?.endsAt],
  deadline: (row) => [row.deadline.governing, row.deadline.sources, row.deadline.serviceNames],
  release: (row) => [row.readiness, row.holds, row.status, row.yardSpot],
  charges: (row) => row.charges,
  appointment: (row) => row.appointment,
  carrier: (row) => row.drayCarriers.map((carrier) => carrier.name),
  terminal: (row) => [row.terminal, row.line],
  vessel: (row) => [row.vessel, row.arrival],
  references: (row) => [row.references, row.customer],
  gateOut: (row) => [row.gateOut, row.emptyReturned],
  checked: null,
};

/** The columns in which two readings of one row differ, in their order. */
export function changedColumns(before: BoardRow, after: BoardRow): ColumnId[] {
  return COLUMN_IDS.filter((id) => {
    const shown = SHOWN[id];
    return shown !== null && JSON.stringify(shown(before)) !== JSON.stringify(shown(after));
  });
}

export const COLUMN_LABELS: Record<ColumnId, string> = {
  number: "Container",
  left: "Days left",
  deadline: "Last free day",
  release: "Release",
  charges: "Charges",
  appointment: "Appointment",
  carrier: "Dray carrier",
  terminal: "Terminal, line",
  vessel: "Vessel, ETA",
  references: "References",
  gateOut: "Gate-out",
  checked: "Checked",
};
