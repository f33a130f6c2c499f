import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { ColumnId } from "@/lib/domain/board-row/board-row-cells";
import { asTyped, resolveWallTime } from "@/lib/domain/time/local-time-input";
import type { Moment } from "@/lib/domain/time/moment";
import { readTypedTime, TYPED_TIME_EXAMPLES } from "@/lib/domain/time/typed-time";
import type { Locale } from "@/lib/platform/text/locale";

/** A request that changes a cell, or the problem with what was typed. */
export type CellChange = { path: string; body: unknown } | { problem: string };

/** A cell that is edited as text in the row. */
export interface EditableCell {
  label: string;
  /** What the empty field says. */
  hint: (locale: Locale) => string;
  textOf: (row: BoardRow) => string;
  /** `row` is the row as the user sees it: a value that another user changed meanwhile is not overwritten. */
  change: (row: BoardRow, text: string, typed: Typed) => CellChange;
}

/** When and in which locale a text was typed. */
export type Typed = { now: Date; locale: Locale };

const MAX_TAGS = 100;

const containerPath = (row: BoardRow, part: string): string =>
  `/api/containers/${encodeURIComponent(row.id)}/${part}`;

function plannedTime(
  label: string,
  part: "pickup" | "delivery" | "emptyReturn",
  of: (row: BoardRow) => Moment | null,
): EditableCell {
  const zoneOf = (row: BoardRow) => of(row)?.zone ?? row.pickupZone;
  const seen = (row: BoardRow) => {
    const moment = of(row);
    return moment && { at: moment.at, zone: moment.zone };
  };
  return {
    label,
    hint: (locale) => TYPED_TIME_EXAMPLES[locale],
    textOf: (row) => {
      const moment = of(row);
      return moment ? asTyped(moment.at, moment.zone).replace("T", " ") : "";
    },
    change: (row, text, { now, locale }) => {
      const zone = zoneOf(row);
      const read = text.trim() === "" ? null : readTypedTime(text, { now, zone, locale });
      if (read && "problem" in read) return read;
      const value = read && resolveWallTime(read.typed, zone, null, locale);
      if (value && "problem" in value) return value;
      return { path: containerPath(row, "plan"), body: { part, was: seen(row), value } };
    },
  };
}

function planText(label: string, part: "driver" | "note", hint: string): EditableCell {
  return {
    label,
    hint: () => hint,
    textOf: (row) => row[part] ?? "",
    change: (row, text) => ({
      path: containerPath(row, "plan"),
      body: { part, was: row[part] ?? "", value: text.trim() },
    }),
  };
}

const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

const TAGS: EditableCell = {
  label: "Tags",
  hint: () => "Separated by commas",
  textOf: (row) => row.tags.join(", "),
  change: (row, text) => {
    const after = tagsOf(text);
    if (row.shipmentId === null)
      return { problem: "This container has no shipment yet, so it can have no tags." };
    if (after.length > MAX_TAGS) return { problem: `Enter at most ${MAX_TAGS} tags.` };
    return { path: containerPath(row, "tags"), body: { before: row.tags, after } };
  },
};

const EDITABLE: Partial<Record<ColumnId, EditableCell>> = {
  plannedPickup: plannedTime("Planned pickup", "pickup", (row) => row.plannedPickup),
  plannedDelivery: plannedTime("Planned delivery", "delivery", (row) => row.plannedDelivery),
  plannedReturn: plannedTime("Planned return", "emptyReturn", (row) => row.plannedReturn),
  driver: planText("Driver", "driver", "Name"),
  note: planText("Note", "note", "Note"),
  tags: TAGS,
};

/** The cell of a column that is edited in the row. Undefined for other columns. */
export const editableCell = (column: ColumnId): EditableCell | undefined => EDITABLE[column];

/** The columns of a layout that are edited in the row, in its order. */
export const editableColumns = (columns: readonly ColumnId[]): ColumnId[] =>
  columns.filter((column) => EDITABLE[column] !== undefined);
