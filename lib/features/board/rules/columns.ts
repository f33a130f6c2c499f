import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { COLUMN_IDS, type ColumnId } from "@/lib/domain/board-row/board-row-cells";
import { type FieldValue, isColumnSlug } from "@/lib/domain/board-row/column-field";
import { whyToday } from "@/lib/domain/board-row/why-today";
import { formatCharges } from "@/lib/domain/charges/charges";
import { formatMoney, type Money } from "@/lib/domain/charges/money";
import { etaChangeDays } from "@/lib/domain/container/eta";
import { DEADLINE_SOURCE_LABELS, daysLeft } from "@/lib/domain/deadlines/deadline";
import type { Moment } from "@/lib/domain/time/moment";
import { ORDER_STATE_LABELS, orderState } from "@/lib/domain/work-order/order-state";
import type { FieldNames } from "@/lib/features/custom-fields/rules/custom-field";
import type { Locale } from "@/lib/platform/text/locale";
import type { BoardSort } from "./sort-orders";

/** A calendar day "2026-11-20" with the zone of its place, null when unknown. */
export type PlaceDay = { on: string; zone: string | null };

/**
 * The export fields of a column: one or more, each under its own heading. A day or time is exported in the zone of its
 * place, with the zone in an adjacent cell, money with its currency in one. Null is an empty cell.
 */
export type ExportField = { label: string } & (
  | { kind: "text"; of: (row: BoardRow, now: Date, locale: Locale) => string | null }
  | { kind: "number"; of: (row: BoardRow, now: Date) => number | null }
  | { kind: "money"; of: (row: BoardRow) => Money | null }
  | { kind: "value"; of: (row: BoardRow) => FieldValue | null }
  | { kind: "day"; of: (row: BoardRow, now: Date) => PlaceDay | null }
  | { kind: "moment"; of: (row: BoardRow, now: Date) => Moment | null }
);

/** The column of a custom field, by its api_slug: "field.po_number". */
export type FieldColumnId = `field.${string}`;
/** A column that a layout can contain. */
export type BoardColumnId = ColumnId | FieldColumnId;

/** The definition of one board column, except how its cells are rendered. */
export type BoardColumn = {
  id: BoardColumnId;
  label: string;
  /**
   * The width in px that shows nearly all contents in full. Columns that do not fit the screen share it in this
   * proportion, none below `narrow` (`width` if it has none). `min` is the minimum that a user can set.
   */
  width: number;
  narrow?: number;
  min: number;
  /** The sort key that the server uses. Days left and last free day share one key. */
  sort: BoardSort | null;
  /** Whether the column is right-aligned, as numbers are. */
  right?: true;
  exports: readonly ExportField[];
};

/** "customs (hold)"; with its place where it is not that of the pickup: "customs (hold, at the port)". */
const holdText = ({ name, status, place }: BoardRow["holds"][number]): string =>
  `${name} (${status}${place === "port" ? ", at the port" : ""})`;

const text = (
  label: string,
  of: (row: BoardRow, now: Date, locale: Locale) => string | null,
): ExportField => ({
  kind: "text",
  label,
  of,
});
const moment = (label: string, of: (row: BoardRow) => Moment | null): ExportField => ({
  kind: "moment",
  label,
  of,
});
const list = (values: readonly string[]): string | null => values.join(", ") || null;

type TimeColumn = "appointment" | "plannedPickup" | "plannedDelivery" | "plannedReturn";

/** A column of a time of the row with the same name. `exported` is its heading in files, `label` if it is the same. */
const timeColumn = (
  label: string,
  narrow: number,
  id: TimeColumn,
  exported = label,
): Omit<BoardColumn, "id"> => ({
  label,
  width: 134,
  narrow,
  min: 70,
  sort: id,
  exports: [moment(exported, (row) => row[id])],
});

const COLUMNS: Record<ColumnId, Omit<BoardColumn, "id">> = {
  number: {
    label: "Container",
    width: 146,
    narrow: 130,
    min: 124,
    sort: "container",
    exports: [text("Container", (row) => row.number)],
  },
  equipment: {
    label: "Size, type",
    width: 108,
    min: 60,
    sort: null,
    exports: [text("Size and type", (row) => row.equipment)],
  },
  left: {
    label: "Days left",
    width: 132,
    narrow: 128,
    min: 104,
    sort: "deadline",
    exports: [
      {
        kind: "number",
        label: "Days left",
        of: ({ deadline }, now) => (deadline.state === "applies" ? daysLeft(deadline, now) : null),
      },
    ],
  },
  deadline: {
    label: "Last free day",
    width: 156,
    narrow: 106,
    min: 70,
    sort: null,
    exports: [
      { kind: "day", label: "Last free day", of: ({ deadline }) => deadline.governing },
      text("Deadline source", ({ deadline: { governing } }) =>
        governing ? DEADLINE_SOURCE_LABELS[governing.source] : null,
      ),
    ],
  },
  release: {
    label: "Availability",
    width: 184,
    narrow: 146,
    min: 90,
    sort: "ready",
    exports: [
      text("Ready", (row) => row.readiness.label),
      text("Holds", (row) => list(row.holds.map(holdText))),
    ],
  },
  whyToday: {
    label: "Why today",
    width: 340,
    narrow: 240,
    min: 120,
    sort: null,
    exports: [text("Why today", (row, now, locale) => whyToday(locale, row, now))],
  },
  status: {
    label: "Status",
    width: 118,
    min: 60,
    sort: "status",
    exports: [text("Status", (row) => row.status.label)],
  },
  charges: {
    label: "Charges",
    width: 96,
    narrow: 92,
    min: 76,
    sort: "charges",
    right: true,
    exports: [
      { kind: "money", label: "Charges reported so far", of: ({ charges }) => charges.sums[0] ?? null },
      text("Charges: other currencies", ({ charges }) =>
        charges.sums.length > 0 || !charges.reported
          ? list(charges.sums.slice(1).map(formatMoney))
          : formatCharges(charges),
      ),
    ],
  },
  appointment: timeColumn("Appointment", 122, "appointment"),
  plannedPickup: timeColumn("Planned pickup", 124, "plannedPickup"),
  plannedDelivery: timeColumn("Planned delivery", 124, "plannedDelivery"),
  plannedReturn: timeColumn("Planned return", 124, "plannedReturn", "Planned empty return"),
  driver: {
    label: "Driver",
    width: 100,
    min: 60,
    sort: "driver",
    exports: [text("Driver", (row) => row.driver)],
  },
  followUp: {
    label: "Follow-up",
    width: 204,
    min: 80,
    sort: "followUp",
    exports: [
      text("Follow-up on", (row) => row.followUp?.holdName ?? null),
      text("Follow-up with", (row) => row.followUp?.owner ?? null),
      text("Last response", (row) => row.followUp?.promise || null),
      moment("Follow up at", ({ followUp }) =>
        followUp?.nextCheckAt ? { at: followUp.nextCheckAt, zone: followUp.zone } : null,
      ),
    ],
  },
  carrier: {
    label: "Dray carrier",
    width: 138,
    narrow: 92,
    min: 60,
    sort: "carrier",
    exports: [text("Dray carrier", (row) => list(row.drayCarriers.map(({ name }) => name)))],
  },
  workOrder: {
    label: "Work order",
    width: 124,
    min: 70,
    sort: "workOrder",
    exports: [
      text("Work order", ({ workOrder }, now) => workOrder && ORDER_STATE_LABELS[orderState(workOrder, now)]),
      text("Work order of", (row) => row.workOrder?.carrier || null),
      text("Truck", (row) => row.workOrder?.truck || null),
      text("Carrier’s driver", (row) => row.workOrder?.driver || null),
      moment("ETA to gate", (row) => row.workOrder?.eta ?? null),
    ],
  },
  terminal: {
    label: "Terminal, line",
    width: 148,
    narrow: 128,
    min: 70,
    sort: "terminal",
    exports: [
      text("Terminal", (row) => row.terminal.name),
      text("Port of discharge", (row) => row.port.name ?? row.port.locode),
    ],
  },
  yard: {
    label: "Yard spot",
    width: 90,
    min: 60,
    sort: null,
    exports: [text("Yard spot", (row) => row.yardSpot)],
  },
  line: {
    label: "Line",
    width: 96,
    min: 50,
    sort: "line",
    exports: [text("Line", (row) => row.line.name), text("SCAC", (row) => row.line.scac)],
  },
  vessel: {
    label: "Vessel, ETA",
    width: 154,
    narrow: 112,
    min: 70,
    sort: "eta",
    exports: [
      text("Vessel", (row) => row.vessel.name),
      text("Voyage", (row) => row.vessel.voyage),
      moment("ETA", (row) => row.arrival.eta),
      moment("Arrived", (row) => row.arrival.actual),
    ],
  },
  eta: {
    label: "ETA",
    width: 138,
    min: 70,
    sort: "eta",
    exports: [moment("ETA or arrival", ({ arrival }) => arrival.actual ?? arrival.eta)],
  },
  etaChange: {
    label: "ETA change",
    width: 84,
    min: 60,
    sort: null,
    exports: [{ kind: "number", label: "ETA change in days", of: ({ arrival }) => etaChangeDays(arrival) }],
  },
  voyage: {
    label: "Vessel, voyage",
    width: 160,
    narrow: 118,
    min: 70,
    sort: "vessel",
    exports: [
      text("Vessel name", (row) => row.vessel.name),
      text("Voyage number", (row) => row.vessel.voyage),
    ],
  },
  port: {
    label: "Port",
    width: 104,
    min: 60,
    sort: null,
    exports: [text("Port", (row) => row.port.name ?? row.port.locode)],
  },
  inland: {
    label: "Inland",
    width: 104,
    min: 60,
    sort: null,
    exports: [
      text(
        "Inland destination",
        ({ destination }) => destination && (destination.name ?? destination.locode),
      ),
      text("Inland by", ({ byRail }) => (byRail ? "rail" : null)),
    ],
  },
  references: {
    label: "References",
    width: 176,
    narrow: 86,
    min: 60,
    sort: null,
    exports: [
      text("References", (row) => list(row.references)),
      text("Bill of lading", (row) => row.billOfLading),
    ],
  },
  customer: {
    label: "Customer",
    width: 110,
    min: 60,
    sort: "customer",
    exports: [text("Customer", (row) => row.customer)],
  },
  tags: {
    label: "Tags",
    width: 100,
    min: 60,
    sort: null,
    exports: [text("Tags", (row) => list(row.tags))],
  },
  gateOut: {
    label: "Gate out",
    width: 140,
    narrow: 124,
    min: 70,
    sort: "out",
    exports: [moment("Gate out", (row) => row.gateOut), moment("Empty returned", (row) => row.emptyReturned)],
  },
  returnDue: {
    label: "Return due",
    width: 132,
    narrow: 112,
    min: 70,
    sort: "return",
    exports: [
      {
        kind: "day",
        label: "Return due",
        of: ({ returnDue }) =>
          returnDue?.state === "due" && returnDue.on !== null
            ? { on: returnDue.on, zone: returnDue.zone }
            : null,
      },
    ],
  },
  checked: {
    label: "Checked",
    width: 60,
    min: 60,
    sort: "checked",
    exports: [
      moment("Terminal last checked", ({ checkedAt }) =>
        checkedAt === null ? null : { at: checkedAt, zone: "UTC" },
      ),
    ],
  },
  note: {
    label: "Note",
    width: 150,
    min: 60,
    sort: null,
    exports: [text("Note", (row) => row.note)],
  },
};

const FIELD_PREFIX = "field.";

/** The api_slug of the custom field that a column shows. Null for other columns. */
export const fieldSlug = (id: BoardColumnId): string | null =>
  id.startsWith(FIELD_PREFIX) ? id.slice(FIELD_PREFIX.length) : null;

/** The value of a custom field of a row; null without one. */
export const fieldOf = (row: BoardRow, slug: string): FieldValue | null =>
  Object.hasOwn(row.fields, slug) ? (row.fields[slug] ?? null) : null;

function fieldColumn(slug: string, names: FieldNames): BoardColumn {
  const label = Object.hasOwn(names, slug) ? (names[slug] ?? slug) : slug;
  return {
    id: `${FIELD_PREFIX}${slug}`,
    label,
    width: 110,
    min: 60,
    sort: null,
    exports: [{ kind: "value", label, of: (row) => fieldOf(row, slug) }],
  };
}

/** All columns in the default order of the dashboard, then the custom fields by name. */
export const boardColumns = (names: FieldNames): BoardColumn[] => [
  ...COLUMN_IDS.map((id) => boardColumn(id)),
  ...Object.keys(names)
    .filter(isColumnSlug)
    .map((slug) => fieldColumn(slug, names))
    .sort((one, other) => one.label.localeCompare(other.label, "en")),
];

/** The definition of a column. The label of a custom field is its name, or its api_slug where `names` lacks it. */
export function boardColumn(id: BoardColumnId, names: FieldNames = {}): BoardColumn {
  if (isColumnId(id)) return { id, ...COLUMNS[id] };
  return fieldColumn(fieldSlug(id) ?? id, names);
}

export const isBoardColumnId = (text: string): text is BoardColumnId =>
  isColumnId(text) || (text.startsWith(FIELD_PREFIX) && isColumnSlug(text.slice(FIELD_PREFIX.length)));

export function isColumnId(text: string): text is ColumnId {
  return Object.hasOwn(COLUMNS, text);
}
