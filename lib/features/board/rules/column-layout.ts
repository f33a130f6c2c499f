import { COLUMN_IDS, type ColumnId } from "@/lib/domain/board-row/board-row-cells";
import { QUEUE_IDS, type QueueId } from "@/lib/domain/board-row/queues";
import { type BoardColumnId, boardColumn, isBoardColumnId, isColumnId } from "./columns";

/** A shown column. `width` is in px where the user set one, else null. */
export type VisibleColumn = { id: BoardColumnId; width: number | null };
/** The shown columns in order. The container number is always the first. */
export type ColumnLayout = readonly VisibleColumn[];

export const WIDEST = 600;

const shown = (...ids: readonly ColumnId[]): ColumnLayout => ids.map((id) => ({ id, width: null }));

/** All containers: where each is, and how far its pickup is. */
const DASHBOARD = shown("number", "left", "deadline", "release", "charges", "carrier", "terminal", "vessel");
/** Containers to pull: until when, whether they are released and paid, and who picks them up when. */
const PULL = shown(
  ...(["number", "left", "deadline", "release", "charges", "appointment", "carrier", "terminal"] as const),
);
/** The same with the planned pickup, because none of them has an appointment. */
const UNBOOKED = shown(
  ...(["number", "left", "deadline", "release", "charges", "plannedPickup", "carrier", "terminal"] as const),
);
/** What holds them, what was asked about it, and the appointment that may have to move. */
const HELD = shown(
  ...(["number", "left", "deadline", "release", "followUp", "charges", "appointment", "terminal"] as const),
);
/** Who was asked for what, and what they promised. */
const FOLLOW_UPS = shown(
  ...(["number", "followUp", "left", "deadline", "release", "charges", "terminal", "customer"] as const),
);
/** Who picks up or returns what, and when. */
const PLANNED = shown(
  ...(["number", "plannedPickup", "appointment", "carrier", "driver", "release", "terminal"] as const),
  "plannedReturn",
);
/** Containers at sea or on rail: when and where they arrive, and what holds them before. */
const ARRIVING = shown(
  ...(["number", "eta", "etaChange", "voyage", "port", "inland", "release", "terminal", "customer"] as const),
);
/** Empties: out since when, due back when, and who returns them. */
const EMPTIES = shown(
  ...(["number", "returnDue", "gateOut", "plannedReturn", "carrier", "terminal", "charges"] as const),
  ...(["customer", "note"] as const),
);
/** When the terminal was last checked, with what may have changed since. */
const STALE = shown(
  ...(["number", "left", "deadline", "release", "checked", "charges", "carrier", "terminal"] as const),
);
const QUEUE_LAYOUTS: Record<QueueId, ColumnLayout> = {
  expired: PULL,
  "pull-today": PULL,
  "no-appointment": UNBOOKED,
  "planned-today": PLANNED,
  held: HELD,
  "follow-up-due": FOLLOW_UPS,
  arriving: ARRIVING,
  "empty-due": EMPTIES,
  unreadable: DASHBOARD,
  stale: STALE,
  all: DASHBOARD,
};

const WIDE_LAYOUTS: ReadonlyMap<QueueId, ColumnLayout> = new Map(
  QUEUE_IDS.map((queue) => [queue, [...QUEUE_LAYOUTS[queue], ...shown("whyToday")]]),
);

/** The cookie in which the browser reports whether its last board was on a wide screen: "1" or "0". */
export const WIDE_SCREEN_COOKIE = "wide_screen";

/**
 * Returns the default columns of a queue. At 1,440 px they fit without horizontal scrolling and show nearly all rows in
 * full (docs/decisions/0064). A wide screen (from 1,800 px) has *Why today* as well.
 */
export const dashboardLayout = (queue: QueueId, wide = false): ColumnLayout =>
  (wide ? WIDE_LAYOUTS.get(queue) : null) ?? QUEUE_LAYOUTS[queue];

/**
 * Reads a layout such as "number,left:120,deadline,field.po_number". Parts that name no column are returned in `wrong`. Empty text is
 * null.
 */
export function parseLayout(text: string): { layout: ColumnLayout | null; wrong: string[] } {
  if (text === "") return { layout: null, wrong: [] };
  const layout: VisibleColumn[] = [{ id: "number", width: null }];
  const wrong: string[] = [];
  for (const part of text.split(",")) {
    const [, name = "", px] = /^([a-zA-Z0-9_.]+)(?::(\d{1,4}))?$/.exec(part) ?? [];
    const width = px === undefined ? null : Number(px);
    if (!isBoardColumnId(name)) wrong.push(part);
    else if (name === "number") layout[0] = { id: name, width: width && fitting(name, width) };
    else if (layout.some(({ id }) => id === name)) wrong.push(part);
    else layout.push({ id: name, width: width && fitting(name, width) });
  }
  return { layout: wrong.length > 0 && layout.length === 1 ? null : layout, wrong };
}

export const formatLayout = (layout: ColumnLayout): string =>
  layout.map(({ id, width }) => (width === null ? id : `${id}:${width}`)).join(",");

export const sameLayout = (one: ColumnLayout, other: ColumnLayout): boolean =>
  formatLayout(one) === formatLayout(other);

/** Returns the nearest width that the column allows. */
export const fitting = (id: BoardColumnId, width: number): number =>
  Math.round(Math.min(WIDEST, Math.max(boardColumn(id).min, width)));

/** The position in the default order. Custom fields are last. */
const defaultPlace = (id: BoardColumnId): number =>
  isColumnId(id) ? COLUMN_IDS.indexOf(id) : COLUMN_IDS.length;

/** Hides or shows a column. A column that is shown again gets its position from the default order. */
export function withColumn(layout: ColumnLayout, id: BoardColumnId, show: boolean): ColumnLayout {
  if (id === "number") return layout;
  const rest = layout.filter((column) => column.id !== id);
  if (!show) return rest;
  if (rest.length < layout.length) return layout;
  const before = rest.findLastIndex((column) => defaultPlace(column.id) <= defaultPlace(id));
  return [...rest.slice(0, before + 1), { id, width: null }, ...rest.slice(before + 1)];
}

/** Moves a column to a position among the shown columns. The first position is reserved for the number. */
export function withMoved(layout: ColumnLayout, id: BoardColumnId, to: number): ColumnLayout {
  const column = layout.find((each) => each.id === id);
  if (!column || id === "number") return layout;
  const rest = layout.filter((each) => each.id !== id);
  const place = Math.min(rest.length, Math.max(1, to));
  return [...rest.slice(0, place), column, ...rest.slice(place)];
}

/** Sets widths in px. Other columns keep their width. */
export function withWidths(
  layout: ColumnLayout,
  widths: Partial<Readonly<Record<BoardColumnId, number>>>,
): ColumnLayout {
  return layout.map(({ id, width }) => {
    const set = widths[id];
    return { id, width: set === undefined ? width : fitting(id, set) };
  });
}
