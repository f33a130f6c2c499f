import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { minorDigits } from "@/lib/domain/charges/money";
import { dayOf, timeOf } from "@/lib/domain/time/local-clock";
import { isDay, zoneKnown } from "@/lib/domain/time/zoned-time";
import type { ColumnLayout } from "@/lib/features/board/rules/column-layout";
import type { ExportField } from "@/lib/features/board/rules/columns";
import { boardColumn } from "@/lib/features/board/rules/columns";
import type { FieldNames } from "@/lib/features/custom-fields/rules/custom-field";
import type { Locale } from "@/lib/platform/text/locale";
import type { ExportCell, ExportTable } from "@/lib/platform/text/table";

type Column = { label: string; cells: (row: BoardRow, now: Date) => ExportCell };

const EMPTY: ExportCell = { kind: "empty" };
/**
 * Shown when the zone of a place is unknown. The digits then stay as the service sent them
 * (lib/domain/time/zoned-time).
 */
const NO_ZONE = "Unknown (UTC)";

const zoneCell = (place: { zone: string | null } | null): ExportCell =>
  place ? { kind: "text", text: zoneKnown(place.zone) ? place.zone : NO_ZONE } : EMPTY;

function columnsOf(locale: Locale, field: ExportField): Column[] {
  const { label } = field;
  switch (field.kind) {
    case "text": {
      const cells = (row: BoardRow, now: Date): ExportCell => {
        const text = field.of(row, now, locale);
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
    case "value": {
      const cells = (row: BoardRow): ExportCell => {
        const value = field.of(row);
        if (value === null) return EMPTY;
        if (typeof value === "number") return { kind: "number", value };
        return { kind: isDay(value) ? "day" : "text", text: value };
      };
      return [{ label, cells }];
    }
    case "money": {
      const amount = (row: BoardRow): ExportCell => {
        const money = field.of(row);
        if (!money) return EMPTY;
        const digits = minorDigits(money.currency);
        return { kind: "money", value: money.minor / 10 ** digits, digits, currency: money.currency };
      };
      const currency = (row: BoardRow): ExportCell => {
        const text = field.of(row)?.currency;
        return text ? { kind: "text", text } : EMPTY;
      };
      return [
        { label, cells: amount },
        { label: `${label}: currency`, cells: currency },
      ];
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

/**
 * Returns the export table for the columns of a board, as of `now`. Days and times are in the zone of their place. The
 * zone is in an adjacent column. `locale` is that of the days within sentences, `fieldNames` has the headings of custom fields.
 */
export function exportTable(
  locale: Locale,
  layout: ColumnLayout,
  now: Date,
  fieldNames: FieldNames = {},
): ExportTable<BoardRow> {
  const columns = layout
    .flatMap(({ id }) => boardColumn(id, fieldNames).exports)
    .flatMap((field) => columnsOf(locale, field));
  return {
    headings: columns.map(({ label }) => label),
    cellsOf: (row) => columns.map(({ cells }) => cells(row, now)),
  };
}
