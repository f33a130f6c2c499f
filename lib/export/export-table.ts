import type { ExportField } from "@/lib/dispatch/board-columns";
import { boardColumn } from "@/lib/dispatch/board-columns";
import type { BoardRow } from "@/lib/dispatch/board-row";
import type { ColumnLayout } from "@/lib/dispatch/column-layout";
import { dayOf, timeOf } from "@/lib/dispatch/place-clock";
import { zoneKnown } from "@/lib/dispatch/zone-time";

/** One cell. A day is "2026-11-20" and a moment "2026-11-20 14:00", both as a clock at the place shows them. */
export type ExportCell =
  | { kind: "empty" }
  | { kind: "text"; text: string }
  | { kind: "number"; value: number }
  | { kind: "day"; text: string }
  | { kind: "moment"; text: string };

type Column = { label: string; cells: (row: BoardRow, now: Date) => ExportCell };

const EMPTY: ExportCell = { kind: "empty" };
/** Where the place's zone is not known, digits stand as the service tells them (lib/dispatch/zone-time). */
const NO_ZONE = "not known (UTC)";

const zoneCell = (place: { zone: string | null } | null): ExportCell =>
  place ? { kind: "text", text: zoneKnown(place.zone) ? place.zone : NO_ZONE } : EMPTY;

function columnsOf(field: ExportField): Column[] {
  const { label } = field;
  switch (field.kind) {
    case "text": {
      const cells = (row: BoardRow, now: Date): ExportCell => {
        const text = field.of(row, now);
        return text ? { kind: "text", text } : EMPTY;
      };
      return [{ label, cells }];
    }
    case "number": {
      const cells = (row: BoardRow, now: Date): ExportCell => {
        const value = field.of(row, now);
        return value === null || !Number.isFinite(value) ? EMPTY : { kind: "number", value };
      };
      return [{ label, cells }];
    }
    case "day": {
      const cells = (row: BoardRow, now: Date): ExportCell => {
        const day = field.of(row, now);
        return day ? { kind: "day", text: day.on } : EMPTY;
      };
      return [
        { label, cells },
        { label: `${label}: zone`, cells: (row, now) => zoneCell(field.of(row, now)) },
      ];
    }
    case "moment": {
      const cells = (row: BoardRow, now: Date): ExportCell => {
        const moment = field.of(row, now);
        return moment ? { kind: "moment", text: `${dayOf(moment)} ${timeOf(moment)}` } : EMPTY;
      };
      return [
        { label, cells },
        { label: `${label}: zone`, cells: (row, now) => zoneCell(field.of(row, now)) },
      ];
    }
  }
}

/** What an export writes: a heading for each column, and each row's cells under them. */
export type ExportTable = { headings: string[]; cellsOf: (row: BoardRow) => ExportCell[] };

/** The table of a board's columns, as of `now`: days and moments in their place's zone, which stands beside them. */
export function exportTable(layout: ColumnLayout, now: Date): ExportTable {
  const columns = layout.flatMap(({ id }) => boardColumn(id).exports).flatMap(columnsOf);
  return {
    headings: columns.map(({ label }) => label),
    cellsOf: (row) => columns.map(({ cells }) => cells(row, now)),
  };
}

/** Whether a spreadsheet could take a text for a formula, full-width signs and what stands behind blanks among them. */
export const looksLikeFormula = (text: string): boolean => /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text);
