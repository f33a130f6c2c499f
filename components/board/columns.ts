"use client";

import { columnSizingFeature, createColumnHelper, tableFeatures } from "@tanstack/react-table";
import type { BoardRow } from "@/lib/dispatch/board-row";
import type { BoardSort } from "./board-address";
import { COLUMN_IDS, COLUMN_LABELS, type ColumnId } from "./row-differences";

/** Widths in px at which a column shows what it usually holds; wider boards share what is left. */
const WIDTHS: Record<ColumnId, number> = {
  number: 118,
  left: 138,
  deadline: 150,
  release: 220,
  charges: 118,
  appointment: 130,
  carrier: 112,
  terminal: 136,
  vessel: 138,
  references: 100,
  gateOut: 104,
  checked: 74,
};

/** The column's place among the server's sorts; days left and last free day are one order. */
export const COLUMN_SORTS: Record<ColumnId, BoardSort | null> = {
  number: "container",
  left: "deadline",
  deadline: null,
  release: "status",
  charges: "charges",
  appointment: "appointment",
  carrier: "carrier",
  terminal: "terminal",
  vessel: "eta",
  references: "customer",
  gateOut: "out",
  checked: "checked",
};

export const boardFeatures = tableFeatures({ columnSizingFeature });

const helper = createColumnHelper<typeof boardFeatures, BoardRow>();

export const boardColumns = helper.columns(
  COLUMN_IDS.map((id) => helper.display({ id, size: WIDTHS[id], header: COLUMN_LABELS[id] })),
);

export function isColumnId(text: string): text is ColumnId {
  return text in WIDTHS;
}
